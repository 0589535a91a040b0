import type { WireFreshness } from "@/lib/contract/status";
import type { KubeError } from "@/lib/server/kube/kube-error";

/** Why nothing of a cluster can be read, as a freshness with a way out. */
export function explainFailure(error: KubeError): WireFreshness {
  const refused = error.kind === "unauthorized" || error.kind === "forbidden";
  return { kind: refused ? "denied" : "stale", asOf: null, reason: `${error.message} ${wayOut(error)}`.trim(), failure: error.kind };
}

function wayOut(error: KubeError): string {
  switch (error.kind) {
    case "unreachable":
    case "timed-out":
      return "Check that the cluster runs and that the server address in the kubeconfig is right. It is tried again by itself.";
    case "tls":
      return "Check certificate-authority in the kubeconfig, and the certificate of the API server.";
    case "unauthorized":
      return "Renew the token or certificate in the kubeconfig.";
    case "credentials":
      return "Check the files and programs that the kubeconfig names.";
    case "forbidden":
      return "Ask an administrator for the right to ask about one's own rights (system:basic-user).";
    case "bad-answer":
    case "not-found":
    case "invalid":
      return "Check that the server address in the kubeconfig is that of a Kubernetes API server.";
    default:
      return "It is tried again by itself.";
  }
}

/** Why a kind is not watched, as a freshness with a way out. */
export function explainDenied(kind: string, asked: readonly string[]): WireFreshness {
  const where = asked.length === 0 ? "" : `, nor in ${asked.slice(0, 5).join(", ")}${asked.length > 5 ? " …" : ""}`;
  const reason = `This account may not list and watch ${kind} in all namespaces${where}. Grant it, or name the namespaces it may read in the settings.`;
  return { kind: "denied", asOf: null, reason };
}
