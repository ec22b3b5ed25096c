{{/*
What a cluster must have before the release, and what is not there: one sentence each, in helm's own output, instead of pods
that never start. Only where helm asks a cluster: then every namespace has this ConfigMap.
*/}}
{{- define "dlo.checks" -}}
{{- if and .Values.checks (lookup "v1" "ConfigMap" .Release.Namespace "kube-root-ca.crt") -}}
{{- with .Values.database -}}
{{- include "dlo.mustExist" (list $ "Secret" "database.existingSecret" .existingSecret .passwordKey) -}}
{{- include "dlo.mustExist" (list $ "Secret" "database.tls.caSecret" .tls.caSecret .tls.caKey) -}}
{{- include "dlo.mustExist" (list $ "ConfigMap" "database.tls.caConfigMap" .tls.caConfigMap .tls.caKey) -}}
{{- include "dlo.mustExist" (list $ "Secret" "database.tls.clientSecret" .tls.clientSecret .tls.certKey) -}}
{{- include "dlo.mustExist" (list $ "Secret" "database.tls.clientSecret" .tls.clientSecret .tls.keyKey) -}}
{{- end -}}
{{- if .Values.schemaJob.enabled -}}
{{- include "dlo.mustExist" (list . "Secret" "schemaJob.existingSecret" .Values.schemaJob.existingSecret .Values.schemaJob.passwordKey) -}}
{{- end -}}
{{- if not (or .Values.crds.install (.Capabilities.APIVersions.Has "lease.anixops.io/v1/DatabaseLease")) -}}
{{- fail "crds.install is false, and the cluster has no databaseleases.lease.anixops.io: let an administrator apply the project's crds first" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* A list of the root, a kind, the value that names one of it, the name, and the key that it must have. */}}
{{- define "dlo.mustExist" -}}
{{- $namespace := (first .).Release.Namespace -}}
{{- $kind := index . 1 -}}
{{- $value := index . 2 -}}
{{- $name := index . 3 -}}
{{- $key := index . 4 -}}
{{- if $name -}}
{{- $found := lookup "v1" $kind $namespace $name -}}
{{- if not $found -}}
{{- fail (printf "%s is %s, and there is no %s of that name in namespace %s: create it first, or set checks=false where it comes later" $value $name $kind $namespace) -}}
{{- else if not (hasKey (default dict $found.data) $key) -}}
{{- fail (printf "%s is %s, and that %s in namespace %s has no key %s" $value $name $kind $namespace $key) -}}
{{- end -}}
{{- end -}}
{{- end -}}
