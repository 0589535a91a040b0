import type { WorkloadEntry } from "./workload-entry";

/**
 * Who keeps the connection marks of an entry: `auto` = istiod created it, `claimed` = written by hand and claimed by istiod, `unmanaged` = nobody
 * (docs/istio.md#entry-shapes).
 */
export type Management = "auto" | "claimed" | "unmanaged";

/** Tells the three apart by the marks that istiod leaves (docs/istio.md#entry-shapes). */
export function managementOf(entry: Pick<WorkloadEntry, "registrationGroup" | "controller">): Management {
  if (entry.registrationGroup !== "") return "auto";
  return entry.controller !== "" ? "claimed" : "unmanaged";
}
