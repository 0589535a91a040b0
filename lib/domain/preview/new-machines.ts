import type { MeshMode } from "@/lib/domain/selection/host-endpoint";
import type { MeshSettings } from "@/lib/domain/selection/mesh";
import type { Selector } from "@/lib/domain/selection/objects";
import type { Reason } from "@/lib/domain/selection/reasons";
import type { WorkloadGroup } from "@/lib/domain/workload-group";
import { bundleLabels, entryOfGroup } from "./group-labels";
import { type Stand, standOf } from "./stand";

type Made = Pick<WorkloadGroup, "namespace" | "name" | "entryLabels" | "template">;

/**
 * How the machines of a group that is made with a Service or a ServiceEntry will stand to it: as istiod registers a machine whose bundle was made of
 * the group (docs/istio.md#registration, #bundle), once it is healthy or nothing checks it. The ports are in the order of the selector's.
 */
export function newMachinesStand(selector: Selector, group: Made, mesh: MeshSettings, mode: MeshMode = "sidecar"): Stand {
  return standOf(selector, { kind: "entry", entry: entryOfGroup(group, bundleLabels(group)) }, mesh, { mode });
}

const OF_LABELS: ReadonlySet<Reason["code"]> = new Set<Reason["code"]>(["labels-differ", "no-selector", "empty-selector", "empty-selector-unknown"]);

/** Would other labels in the selector be enough to take a machine that these reasons keep away? */
export function takenByOtherLabels(reasons: readonly Reason[]): boolean {
  return reasons.length > 0 && reasons.every(({ code }) => OF_LABELS.has(code));
}
