import type { LabelSet } from "@/lib/domain/label-set";
import { DRAINING_LABEL } from "@/lib/domain/serving-of";
import type { VerdictInput } from "@/lib/domain/verdict-of";
import type { TimeColumn } from "./column-list";
import { presentText } from "./column-text";
import type { EntryColumns } from "./entry-columns";

/** What a verdict on a slot rests on, and no more: a new world judges very many at once. */
export function judgedParts(columns: EntryColumns, slot: number): VerdictInput {
  const status = presentText(columns.text("healthStatus", slot));
  return {
    unreadable: presentText(columns.text("unreadable", slot)),
    address: columns.text("address", slot),
    network: columns.text("network", slot),
    registrationGroup: columns.text("registrationGroup", slot),
    controller: columns.text("controller", slot),
    connectedAt: momentAt(columns, "connectedAt", slot),
    disconnectedAt: momentAt(columns, "disconnectedAt", slot),
    gate: presentText(columns.text("gate", slot)),
    health: status === null ? null : { status, message: columns.text("healthMessage", slot) },
    specLabels: drainingLabel(columns, columns.int("specLabels", slot)),
    metadataLabels: drainingLabel(columns, columns.int("metadataLabels", slot)),
  };
}

/** Of all labels a verdict asks for one. */
function drainingLabel(columns: EntryColumns, set: number): LabelSet {
  const value = columns.labelSets.value(set, DRAINING_LABEL);
  return value === undefined ? [] : [[DRAINING_LABEL, value]];
}

function momentAt(columns: EntryColumns, column: TimeColumn, slot: number): VerdictInput["connectedAt"] {
  const ms = columns.float(column, slot);
  return ms === null ? null : { ms: ms === Number.POSITIVE_INFINITY ? null : ms };
}
