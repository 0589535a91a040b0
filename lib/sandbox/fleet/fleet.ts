import type { Revision } from "@/lib/sandbox/istiod/istiod-pods";
import type { KubeObject } from "@/lib/sandbox/istiod/kube-api";
import type { ProxyNode } from "@/lib/sandbox/istiod/proxy";
import type { GroupPlan } from "./demo-groups";
import type { MachinePlan } from "./machine-plan";

/** A whole cluster before its first second: objects that are there, and machines that are connected. */
export interface Fleet {
  readonly revisions: readonly Revision[];
  /** Everything but istiod's Pods and the entries of connected machines. Owners come before what they own. */
  readonly objects: readonly KubeObject[];
  readonly groups: readonly PlannedGroup[];
  /** Machines that connect only once istiod runs, and report healthy. */
  readonly visitors: readonly ProxyNode[];
}

export interface PlannedGroup {
  readonly plan: GroupPlan;
  readonly object: KubeObject;
  readonly machines: readonly MachinePlan[];
}
