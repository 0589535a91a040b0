import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import { CHANGED } from "./changed";
import { isOptionalText, isWriterText, optionalText, writerText } from "./column-text";
import { timeNumber } from "./encode-entry";
import type { EntryColumns } from "./entry-columns";

/** What moves of an entry whose shape its slot has (`hasShape`): which of it is another now, as bits of CHANGED. */
export function movingDifference(columns: EntryColumns, slot: number, entry: WorkloadEntry): number {
  const { health } = entry;
  const sameHealth =
    isOptionalText(columns.text("healthStatus", slot), health?.status ?? null) && (health?.message ?? "") === columns.text("healthMessage", slot);
  const sameTimes =
    columns.hasTime("connectedAt", slot, timeNumber(entry.connectedAt)) &&
    columns.hasTime("disconnectedAt", slot, timeNumber(entry.disconnectedAt)) &&
    columns.hasTime("probeTime", slot, timeNumber(health?.lastProbeTime ?? null)) &&
    columns.hasTime("transitionTime", slot, timeNumber(health?.lastTransitionTime ?? null));
  return (
    (sameHealth ? 0 : CHANGED.health) |
    (sameTimes ? 0 : CHANGED.connectionTimes) |
    (entry.controller === columns.text("controller", slot) ? 0 : CHANGED.state) |
    (isWriterText(columns.text("writer", slot), entry.lastWriter) ? 0 : CHANGED.metadata)
  );
}

/** Writes what moves of an entry whose shape its slot has; `mask` says what of it is another. */
export function writeMoving(columns: EntryColumns, slot: number, entry: WorkloadEntry, mask: number): void {
  const { health } = entry;
  if ((mask & CHANGED.state) !== 0) columns.setText("controller", slot, entry.controller);
  if ((mask & CHANGED.health) !== 0) {
    columns.setText("healthStatus", slot, optionalText(health?.status ?? null));
    columns.setText("healthMessage", slot, health?.message ?? "");
  }
  if ((mask & CHANGED.metadata) !== 0) columns.setText("writer", slot, writerText(entry.lastWriter));
  columns.setTime("connectedAt", slot, timeNumber(entry.connectedAt));
  columns.setTime("disconnectedAt", slot, timeNumber(entry.disconnectedAt));
  columns.setTime("probeTime", slot, timeNumber(health?.lastProbeTime ?? null));
  columns.setTime("transitionTime", slot, timeNumber(health?.lastTransitionTime ?? null));
  columns.setTime("writerTime", slot, entry.lastWriter?.time ?? Number.NaN);
  columns.versions.set(slot, entry.resourceVersion);
}
