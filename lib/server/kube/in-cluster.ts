import { readFile } from "node:fs/promises";
import { isIPv6 } from "node:net";
import path from "node:path";
import { NO_PROXIES, proxyFor } from "@/lib/server/http/outbound-proxy";
import type { ClusterContext, KubeconfigSettings } from "./cluster-context";
import { credentialSource } from "./credentials";
import { type Problem, problem } from "./problem";

/** The cluster around this process, by its service account; a problem where there is none. */
export async function inClusterContext(settings: KubeconfigSettings): Promise<ClusterContext | Problem> {
  const { serviceHost: host, servicePort: port, serviceAccountFolder: folder } = settings;
  if (!host) {
    const detail = "No kubeconfig is set, there is none in the home folder, and this process does not run inside a cluster.";
    return problem(null, "There is no cluster to show", detail, "Set KUBECONFIG to a kubeconfig, or try the demo: npm run demo.");
  }
  const tokenFile = path.join(folder, "token");
  const caFile = path.join(folder, "ca.crt");
  for (const file of [tokenFile, caFile]) {
    const read = await readFile(file).catch(() => null);
    if (read === null) {
      const fix = "Give the Pod a service account: automountServiceAccountToken: true.";
      return problem(null, "The service account cannot be read", `This process runs inside a cluster, but ${file} cannot be read.`, fix);
    }
  }
  const server = `https://${isIPv6(host) ? `[${host}]` : host}:${port || "443"}`;
  const namespace = await readFile(path.join(folder, "namespace"), "utf8").catch(() => "");
  return {
    cluster: "in-cluster",
    server,
    proxyUrl: proxyFor(server, settings.proxies ?? NO_PROXIES),
    namespace: namespace.trim(),
    origin: { what: "service account", files: [tokenFile, caFile], isFixed: true, read: () => inClusterContext(settings) },
    credentials: credentialSource({
      clusters: [{ name: "cluster", server, caFile, skipTLSVerify: false }],
      users: [{ name: "user", authProvider: { name: "tokenFile", config: { tokenFile } } }],
      contexts: [{ name: "in-cluster", cluster: "cluster", user: "user" }],
      currentContext: "in-cluster",
    }),
  };
}
