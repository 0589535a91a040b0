import type { LabelSet } from "@/lib/domain/label-set";
import { DRAINING_LABEL } from "@/lib/domain/serving-of";
import type { VerdictInput } from "@/lib/domain/verdict-of";
import type { TimeColumn } from "./column-list";
import { presentText } from "./column-text";
import type { EntryColumns } from "./entry-columns";

/** Reads only the input of a verdict from a slot: a new world evaluates many slots at once, and decoding whole entries would be slow. */
export function judgedParts(columns: EntryColumns, slot: number): VerdictInput {
  return {
    unreadable: presentText(columns.text("unreadable", slot)),
    specLabels: drainingLabel(columns, columns.int("specLabels", slot)),
    metadataLabels: drainingLabel(columns, columns.int("metadataLabels", slot)),
    network: columns.text("network", slot),
    address: columns.text("address", slot),
    gate: presentText(columns.text("gate", slot)),
    registrationGroup: columns.text("registrationGroup", slot),
    controller: columns.text("controller", slot),
    connectedAt: momentAt(columns, "connectedAt", slot),
    disconnectedAt: momentAt(columns, "disconnectedAt", slot),
    health: reportAt(columns, slot),
  };
}

/** A verdict uses one label only. */
function drainingLabel(columns: EntryColumns, labelSet: number): LabelSet {
  const value = columns.labelSets.value(labelSet, DRAINING_LABEL);
  return value === undefined ? [] : [[DRAINING_LABEL, value]];
}

/** A verdict does not use the text of a time. */
function momentAt(columns: EntryColumns, column: TimeColumn, slot: number): VerdictInput["connectedAt"] {
  const ms = columns.float(column, slot);
  return ms === null ? null : { ms: ms === Number.POSITIVE_INFINITY ? null : ms };
}

function reportAt(columns: EntryColumns, slot: number): VerdictInput["health"] {
  const status = presentText(columns.text("health.status", slot));
  return status === null ? null : { status, message: columns.text("health.message", slot) };
}
