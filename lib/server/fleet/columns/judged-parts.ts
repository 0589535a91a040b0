import type { LabelSet } from "@/lib/domain/object/label-set";
import { DRAINING_LABEL } from "@/lib/domain/verdict/serving";
import type { VerdictInput } from "@/lib/domain/verdict/verdict-of";
import { FLOAT_AT, INT_AT } from "./column-list";
import { presentText } from "./column-text";
import type { EntryColumns } from "./entry-columns";

/** Reads only the input of a verdict from a slot: a new world evaluates many slots at once, and decoding whole entries would be slow. */
export function judgedParts(columns: EntryColumns, slot: number): VerdictInput {
  return {
    unreadable: presentText(columns.textAt(INT_AT.unreadable, slot)),
    specLabels: drainingLabel(columns, columns.intAt(INT_AT.specLabels, slot)),
    metadataLabels: drainingLabel(columns, columns.intAt(INT_AT.metadataLabels, slot)),
    network: columns.textAt(INT_AT.network, slot),
    address: columns.textAt(INT_AT.address, slot),
    gate: presentText(columns.textAt(INT_AT.gate, slot)),
    registrationGroup: columns.textAt(INT_AT.registrationGroup, slot),
    controller: columns.textAt(INT_AT.controller, slot),
    connectedAt: momentOf(columns.numberAt(FLOAT_AT.connectedAt, slot)),
    disconnectedAt: momentOf(columns.numberAt(FLOAT_AT.disconnectedAt, slot)),
    health: reportAt(columns, slot),
  };
}

/** A verdict uses one label only. */
function drainingLabel(columns: EntryColumns, labelSet: number): LabelSet {
  const value = columns.labelSets.value(labelSet, DRAINING_LABEL);
  return value === undefined ? [] : [[DRAINING_LABEL, value]];
}

/** A verdict does not use the text of a time. */
function momentOf(ms: number): VerdictInput["connectedAt"] {
  if (Number.isNaN(ms)) return null;
  return { ms: ms === Number.POSITIVE_INFINITY ? null : ms };
}

function reportAt(columns: EntryColumns, slot: number): VerdictInput["health"] {
  const status = presentText(columns.textAt(INT_AT["health.status"], slot));
  return status === null ? null : { status, message: columns.textAt(INT_AT["health.message"], slot) };
}
