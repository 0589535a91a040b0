import { isGateOn } from "./health-gate";
import type { WorkloadEntry } from "./workload-entry";

export type Origin = "auto-registered" | "hand-written-checked" | "hand-written" | "unreadable";

/** Which of the three shapes of entry this is (facts 3.6, table of shapes). Checked = claimed by istiod, or health decides about it. */
export function originOf(entry: Pick<WorkloadEntry, "unreadable" | "registrationGroup" | "controller" | "gate">): Origin {
  if (entry.unreadable !== null) return "unreadable";
  if (entry.registrationGroup !== "") return "auto-registered";
  return entry.controller !== "" || isGateOn(entry.gate) ? "hand-written-checked" : "hand-written";
}
