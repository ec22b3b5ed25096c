{{/*
A pod that runs one command of the operator's image and ends; a dict of root, name and args, the command's words. With user,
secret and key, as for dlo.databaseEnv, it reaches the database; with account, the API server as the operator's account.
*/}}
{{- define "dlo.commandPod" -}}
restartPolicy: Never
{{- if .account }}
serviceAccountName: {{ .account }}
{{- end }}
automountServiceAccountToken: {{ hasKey . "account" }}
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
  - name: {{ .name }}
    image: {{ include "dlo.image" .root | quote }}
    imagePullPolicy: {{ .root.Values.image.pullPolicy }}
    args: {{ toJson .args }}
    env:
      {{- if .account }}
      {{- include "dlo.placeEnv" .root | trim | nindent 6 }}
      {{- else }}
      {{- include "dlo.databaseEnv" . | trim | nindent 6 }}
      {{- end }}
    resources:
      {{- toYaml .root.Values.resources | nindent 6 }}
    securityContext:
      {{- toYaml .root.Values.securityContext | nindent 6 }}
    terminationMessagePolicy: FallbackToLogsOnError
    volumeMounts:
      {{- if .account }}
      - name: tmp
        mountPath: /tmp
      {{- else }}
      {{- include "dlo.databaseMounts" . | trim | nindent 6 }}
      {{- end }}
volumes:
  {{- if .account }}
  - name: tmp
    emptyDir: {sizeLimit: 64Mi}
  {{- else }}
  {{- include "dlo.databaseVolumes" . | trim | nindent 2 }}
  {{- end }}
{{- end -}}
