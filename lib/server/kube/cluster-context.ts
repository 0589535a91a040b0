import type { OutboundProxies } from "@/lib/server/http/outbound-proxy";
import type { Credentials } from "./credentials";
import type { Problem } from "./problem";

/** Where clusters come from. Every value is passed in: this room reads no environment. */
export interface KubeconfigSettings {
  /** A file named on purpose; it wins over everything else. */
  readonly kubeconfig: string | null;
  /** The variable KUBECONFIG: paths separated as the system separates them. */
  readonly kubeconfigVariable: string | null;
  /** A folder of kubeconfigs, one file for each cluster; null = none. */
  readonly kubeconfigs: string | null;
  /** The home folder, for `.kube/config`; null where there is none. */
  readonly home: string | null;
  /** Contexts by name, all of them, or the current one (null). */
  readonly contexts: readonly string[] | "all" | null;
  /** KUBERNETES_SERVICE_HOST and _PORT, where the process runs inside a cluster. */
  readonly serviceHost: string | null;
  readonly servicePort: string | null;
  /** Folder of the service account, by default `/var/run/secrets/kubernetes.io/serviceaccount`. */
  readonly serviceAccountFolder: string;
  /** The proxies of the environment, for a cluster whose kubeconfig names none; missing = none. */
  readonly proxies?: OutboundProxies;
  /** Whether a kubeconfig may start a program to get a token. */
  readonly allowExec: boolean;
}

/** Where a context was read from, to be read again. */
export interface ContextOrigin {
  /** In words: "kubeconfig". */
  readonly what: string;
  /** Every file that it rests on; some may not exist. */
  readonly files: readonly string[];
  /** Its credentials change with its files only: no program and no provider renews them. */
  readonly isFixed: boolean;
  read(): Promise<ClusterContext | Problem>;
}

/** The same origin, whose later readings are changed as the first one was: other credentials go on with a changed address or authority. */
export function changedOrigin(origin: ContextOrigin, change: (context: ClusterContext) => ClusterContext): ContextOrigin {
  return {
    ...origin,
    read: async () => {
      const read = await origin.read();
      return "kind" in read ? read : change(read);
    },
  };
}

/** One cluster to watch. `cluster` is the name of its context and part of every key. */
export interface ClusterContext {
  readonly cluster: string;
  /** Base address without a slash at its end. */
  readonly server: string;
  readonly proxyUrl: string | null;
  /** The context's own namespace, or "". */
  readonly namespace: string;
  /** Throws where a file is missing or a plugin fails; `fresh` forgets cached tokens. */
  credentials(fresh: boolean): Promise<Credentials>;
  /** The user that its kubeconfig impersonates by itself; absent where none. */
  readonly impersonates?: string;
  /** Absent where it never changes. */
  readonly origin?: ContextOrigin;
}
