import { type EntryMoving, type EntryShape, MOVING, SHAPE } from "@/lib/domain/history/entry-parts";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import { objectBuilder } from "@/lib/server/built";

const pick = <Part>(names: readonly (keyof WorkloadEntry)[]) =>
  objectBuilder<Part, [WorkloadEntry]>(names.map((name) => [name, (entry: WorkloadEntry) => entry[name]]));
const shapeOf = pick<EntryShape>(SHAPE);
const movingOf = pick<EntryMoving>(MOVING);

/** An entry in the parts in which the history keeps it; `{...identity, ...shape, ...moving}` is the entry again. It stands in the way of every event. */
export function entryParts(entry: WorkloadEntry): { readonly shape: EntryShape; readonly moving: EntryMoving } {
  return { shape: shapeOf(entry), moving: movingOf(entry) };
}
