import { LONGEST_MAINTENANCE_MS, MAINTENANCE_ANNOTATION, MAINTENANCE_EXAMPLE, type MaintenanceFault } from "@/lib/domain/incidents/maintenance-annotation";
import { DAY_MS } from "./text/duration";

/** The kind of object with the annotation. */
type AnnotatedKind = "WorkloadGroup" | "Namespace";

const OBJECTS: Readonly<Record<AnnotatedKind, string>> = { WorkloadGroup: "this group", Namespace: "its namespace" };

/** An announced window: `from` and `until` as text; `isUpcoming`: it has not begun. */
interface ShownMaintenance {
  readonly on: AnnotatedKind;
  readonly from: string;
  readonly until: string;
  readonly reason: string;
  readonly isUpcoming: boolean;
}

/** Returns the announcement of a maintenance window: its time, its reason and its effect. */
export function maintenanceText({ on, from, until, reason, isUpcoming }: ShownMaintenance): string {
  const when = isUpcoming ? `from ${from} until ${until}` : `until ${until}`;
  return `Maintenance of ${OBJECTS[on]} ${when}: ${reason}. Failures in this time are planned.`;
}

const FAULTS: Readonly<Record<MaintenanceFault["code"], (fault: MaintenanceFault) => string>> = {
  missing: ({ field }) => `${field} is missing`,
  repeated: ({ field, text }) => `${text} is a second value of ${field}`,
  "unknown-field": ({ text }) => `${text} is not a field`,
  "no-time": ({ field, text }) => `${field}=${text} is not a time with a zone`,
  "not-after-from": ({ text }) => `until=${text} is not after from`,
  "too-long": ({ text }) => `until=${text} is more than ${LONGEST_MAINTENANCE_MS / DAY_MS} days after from`,
};

/** Returns the fault of an annotation that announces no window, and an example of one that does. */
export function maintenanceFaultText({ on, fault }: { readonly on: AnnotatedKind; readonly fault: MaintenanceFault }): string {
  return `The annotation ${MAINTENANCE_ANNOTATION} of ${OBJECTS[on]} has no effect: ${FAULTS[fault.code](fault)}. Example: ${MAINTENANCE_EXAMPLE}`;
}
