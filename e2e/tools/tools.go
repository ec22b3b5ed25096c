//go:build tools

// Package tools names the programs beside the control plane: kwok plays the nodes, helm installs the chart, and
// actionlint reads the workflows.
package tools

import (
	_ "github.com/rhysd/actionlint/cmd/actionlint"
	_ "helm.sh/helm/v3/cmd/helm"
	_ "sigs.k8s.io/kwok/cmd/kwok"
)
