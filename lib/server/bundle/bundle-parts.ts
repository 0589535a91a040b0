import type { Clock } from "@/lib/server/clock";
import type { Config } from "@/lib/server/config";
import type { KubeClient } from "@/lib/server/kube/client";

/** With what the mesh's facts are read that machines need. */
export interface BundleParts {
  readonly config: Pick<Config, "istioNamespace" | "shareMeshFacts">;
  readonly clock: Clock;
  /** The server's own client of a cluster: for what everybody may know. */
  ownClientOf(cluster: string): KubeClient | undefined;
}
