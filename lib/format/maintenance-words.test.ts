import { expect, it } from "vitest";
import { parseMaintenance } from "@/lib/domain/incidents/maintenance-annotation";
import { maintenanceFaultText, maintenanceText } from "./maintenance-words";

const EXAMPLE = "Example: from=2026-11-30T22:00Z until=2026-11-30T23:00Z reason=Kernel update";

it.each([
  [true, "Maintenance of this group from 22:00 until 23:00: Kernel update. Failures in this time are planned."],
  [false, "Maintenance of this group until 23:00: Kernel update. Failures in this time are planned."],
])("shows a window of a group, upcoming: %s", (isUpcoming, text) => {
  expect(maintenanceText({ on: "WorkloadGroup", from: "22:00", until: "23:00", reason: "Kernel update", isUpcoming })).toBe(text);
});

it.each([
  ["", "from is missing"],
  ["from=a from=b reason=x", "from=b is a second value of from"],
  ["from=a to=b reason=x", "to=b is not a field"],
  ["from=2026-11-30T22:00 until=b reason=x", "from=2026-11-30T22:00 is not a time with a zone"],
  ["from=2026-11-30T22:00Z until=2026-11-30T21:00Z reason=x", "until=2026-11-30T21:00Z is not after from"],
  ["from=2026-11-30T22:00Z until=2027-11-30T21:00Z reason=x", "until=2027-11-30T21:00Z is more than 30 days after from"],
])("shows the fault of %j and an example", (annotation, fault) => {
  const parsed = parseMaintenance(annotation);
  expect(parsed.kind === "fault" && maintenanceFaultText({ on: "Namespace", fault: parsed.fault })).toBe(
    `The annotation stolos.dev/maintenance of its namespace has no effect: ${fault}. ${EXAMPLE}`,
  );
});
