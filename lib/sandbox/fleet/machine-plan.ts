import { entryFromGroup } from "@/lib/sandbox/istiod/entry-from-group";
import { connectedMark, controllerMark, withHealth } from "@/lib/sandbox/istiod/entry-marks";
import { goTime } from "@/lib/sandbox/istiod/go-time";
import type { KubeObject } from "@/lib/sandbox/istiod/kube-api";
import { entryNameOf, type ProxyNode } from "@/lib/sandbox/istiod/proxy";
import { seededMeta } from "./seeded-meta";

/** A machine that registered before this program started: what it is, and what it holds and said last. */
export interface MachinePlan {
  readonly proxy: ProxyNode;
  readonly createdAt: bigint;
  readonly connectedAt: bigint;
  /** Its last verdict: "" healthy, null = it never reported. */
  readonly verdict: string | null;
}

/** The entry as istiod would have left it, held by the replica `controller`. */
export function entryOf({ proxy, createdAt, connectedAt, verdict }: MachinePlan, group: KubeObject, controller: string): KubeObject {
  const entry = entryFromGroup(group, proxy);
  const annotations = { ...entry.metadata.annotations, [controllerMark]: controller, [connectedMark]: goTime(connectedAt) };
  const metadata = {
    // istiod wrote last when the machine connected: its marks are no younger than their write.
    ...seededMeta(proxy.namespace, entryNameOf(proxy), createdAt, "pilot-discovery", "networking.istio.io/v1", connectedAt),
    ...entry.metadata,
    annotations,
  };
  const written = { ...entry, metadata };
  // The verdict is said again within the second that follows a reconnection.
  return verdict === null ? written : withHealth(written, verdict, connectedAt + 340_000_000n);
}
