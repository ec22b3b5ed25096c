{{/* A pod that runs one command on the database and ends; a dict as for dlo.databaseEnv, with the command's words as args. */}}
{{- define "dlo.commandPod" -}}
restartPolicy: Never
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  {{- toYaml .root.Values.podSecurityContext | nindent 2 }}
{{- with .root.Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
containers:
  - name: schema
    image: {{ include "dlo.image" .root | quote }}
    imagePullPolicy: {{ .root.Values.image.pullPolicy }}
    args: {{ toJson .args }}
    env:
      {{- include "dlo.databaseEnv" . | trim | nindent 6 }}
    resources:
      {{- toYaml .root.Values.resources | nindent 6 }}
    securityContext:
      {{- toYaml .root.Values.securityContext | nindent 6 }}
    terminationMessagePolicy: FallbackToLogsOnError
    volumeMounts:
      {{- include "dlo.databaseMounts" . | trim | nindent 6 }}
volumes:
  {{- include "dlo.databaseVolumes" . | trim | nindent 2 }}
{{- end -}}
