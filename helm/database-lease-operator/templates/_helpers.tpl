{{- define "dlo.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "dlo.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else if contains (include "dlo.name" .) .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "dlo.name" .) | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "dlo.serviceAccount" -}}
{{- default (include "dlo.fullname" .) .Values.serviceAccount.name -}}
{{- end -}}

{{/* The account as the API server names it. */}}
{{- define "dlo.user" -}}
system:serviceaccount:{{ .Release.Namespace }}:{{ include "dlo.serviceAccount" . }}
{{- end -}}

{{- define "dlo.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}{{ .repository }}@{{ .digest }}{{- else -}}{{ .repository }}:{{ default $.Chart.AppVersion .tag }}{{- end -}}
{{- end -}}
{{- end -}}

{{- define "dlo.selectorLabels" -}}
app.kubernetes.io/name: {{ include "dlo.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "dlo.labels" -}}
{{ include "dlo.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* What the operator may do with leases and pods, wherever it serves. */}}
{{- define "dlo.rules" -}}
- apiGroups: [""]
  resources: [pods]
  verbs: [get, list, watch, patch]
- apiGroups: [lease.anixops.io]
  resources: [databaseleases]
  verbs: [get, list, watch]
- apiGroups: [lease.anixops.io]
  resources: [databaseleases/status]
  verbs: [get, patch, update]
- apiGroups: [events.k8s.io]
  resources: [events]
  verbs: [create, patch]
{{- end -}}

{{- define "dlo.subject" -}}
- kind: ServiceAccount
  name: {{ include "dlo.serviceAccount" . }}
  namespace: {{ .Release.Namespace }}
{{- end -}}

{{/* Variables that say where the operator is, and whom it serves. */}}
{{- define "dlo.placeEnv" -}}
- name: POD_NAMESPACE
  valueFrom:
    fieldRef:
      fieldPath: metadata.namespace
{{- with .Values.watchNamespaces }}
- name: DBLEASE_NAMESPACES
  value: {{ join "," . | quote }}
{{- end }}
{{- end -}}

{{/* Variables of the database; a dict of root and the user. */}}
{{- define "dlo.databaseEnv" -}}
{{- with .root.Values.database }}
{{- if .url }}
- name: DBLEASE_DATABASE_URL
  value: {{ .url | quote }}
{{- else }}
- name: DBLEASE_DATABASE_HOST
  value: {{ required "database.host and database.name, or database.url, say where the leases are: set them" .host | quote }}
- name: DBLEASE_DATABASE_PORT
  value: {{ .port | quote }}
- name: DBLEASE_DATABASE_NAME
  value: {{ required "database.name is empty: it says in which database the leases are" .name | quote }}
{{- end }}
{{- with $.user }}
- name: DBLEASE_DATABASE_USER
  value: {{ . | quote }}
{{- end }}
{{- if $.secret }}
- name: DBLEASE_DATABASE_PASSWORD_FILE
  value: /etc/database-lease-operator/password/password
{{- end }}
- name: DBLEASE_DATABASE_SSLMODE
  value: {{ .sslmode | quote }}
{{- if .tls.systemCa }}
- name: DBLEASE_DATABASE_SSLROOTCERT
  value: system
{{- else if or .tls.caSecret .tls.caConfigMap }}
- name: DBLEASE_DATABASE_SSLROOTCERT
  value: /etc/database-lease-operator/ca/ca.crt
{{- else if hasPrefix "verify-" .sslmode }}
{{- fail (printf "database.sslmode %s needs certificates to check the server against: set database.tls.caSecret, caConfigMap or systemCa" .sslmode) }}
{{- end }}
{{- if .tls.clientSecret }}
- name: DBLEASE_DATABASE_SSLCERT
  value: /etc/database-lease-operator/client/client.crt
- name: DBLEASE_DATABASE_SSLKEY
  value: /etc/database-lease-operator/client/client.pem
{{- end }}
{{- end }}
- name: DBLEASE_TABLE
  value: {{ .root.Values.table | quote }}
{{- end -}}

{{- define "dlo.databaseMounts" -}}
{{- if .secret }}
- name: password
  mountPath: /etc/database-lease-operator/password
  readOnly: true
{{- end }}
{{- with .root.Values.database.tls }}
{{- if or .caSecret .caConfigMap }}
- name: ca
  mountPath: /etc/database-lease-operator/ca
  readOnly: true
{{- end }}
{{- if .clientSecret }}
- name: client
  mountPath: /etc/database-lease-operator/client
  readOnly: true
{{- end }}
{{- end }}
- name: tmp
  mountPath: /tmp
{{- with .root.Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* Group-readable alone: the pods' fsGroup is the group. */}}
{{- define "dlo.databaseVolumes" -}}
{{- if .secret }}
- name: password
  secret:
    secretName: {{ .secret }}
    defaultMode: 288 # 0440, which not every reader of YAML takes for octal
    items: [{key: {{ .key | quote }}, path: password}]
{{- end }}
{{- with .root.Values.database.tls }}
{{- if and .caSecret .caConfigMap }}
{{- fail "database.tls.caSecret and database.tls.caConfigMap are both set: leave one of them out" }}
{{- end }}
{{- if .caSecret }}
- name: ca
  secret:
    secretName: {{ .caSecret }}
    defaultMode: 288 # 0440, which not every reader of YAML takes for octal
    items: [{key: {{ .caKey | quote }}, path: ca.crt}]
{{- else if .caConfigMap }}
- name: ca
  configMap:
    name: {{ .caConfigMap }}
    defaultMode: 288 # 0440, which not every reader of YAML takes for octal
    items: [{key: {{ .caKey | quote }}, path: ca.crt}]
{{- end }}
{{- if .clientSecret }}
- name: client
  secret:
    secretName: {{ .clientSecret }}
    defaultMode: 288 # 0440, which not every reader of YAML takes for octal
    items:
      - {key: {{ .certKey | quote }}, path: client.crt}
      - {key: {{ .keyKey | quote }}, path: client.pem}
{{- end }}
{{- end }}
- name: tmp
  emptyDir: {sizeLimit: 64Mi}
{{- with .root.Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* The image's entrypoint with further flags of the JVM, which go behind its own and so prevail. */}}
{{- define "dlo.command" -}}
{{- $flags := concat (list "/opt/java/bin/java" "@jvm.options" "-XX:SharedArchiveFile=operator.jsa") . -}}
{{- concat $flags (list "-jar" "database-lease-operator.jar") | toJson -}}
{{- end -}}
