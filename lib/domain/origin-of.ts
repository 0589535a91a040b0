import { isGateOn } from "./health-gate";
import type { WorkloadEntry } from "./workload-entry";

/** Provenances, in the order in which lists sort them. */
export const ORIGINS = ["auto-registered", "hand-written-checked", "hand-written", "unreadable"] as const;
export type Origin = (typeof ORIGINS)[number];

/** Which of the three shapes of entry this is (docs/istio.md#entry-shapes). Checked = claimed by istiod, or health decides about it. */
export function originOf(entry: Pick<WorkloadEntry, "unreadable" | "registrationGroup" | "controller" | "gate">): Origin {
  if (entry.unreadable !== null) return "unreadable";
  if (entry.registrationGroup !== "") return "auto-registered";
  return entry.controller !== "" || isGateOn(entry.gate) ? "hand-written-checked" : "hand-written";
}
