import type { RawObject } from "./raw-objects";

/** A machine that a group's annotation names as planned to go. `by` in milliseconds; null = no end was given. */
export interface PlannedMark {
  readonly entry: string;
  readonly by: number | null;
  readonly reason: string;
}

/** A finding that an object's annotation mutes. `until` in milliseconds. */
export interface MuteMark {
  readonly code: string;
  readonly until: number;
  readonly reason: string;
}

/** What the annotation `stolos.dev/planned-leaves` of a group says, read here and not by the product. */
export function plannedMarks(group: RawObject): readonly PlannedMark[] {
  return listOf(group, "stolos.dev/planned-leaves").map(({ entry = "", by, reason = "" }) => ({ entry, by: by === undefined ? null : Date.parse(by), reason }));
}

/** What the annotation `stolos.dev/mute-findings` of an object says. */
export function muteMarks(object: RawObject): readonly MuteMark[] {
  return listOf(object, "stolos.dev/mute-findings").map(({ code = "", until = "", reason = "" }) => ({ code, until: Date.parse(until), reason }));
}

function listOf({ metadata }: RawObject, annotation: string): readonly Readonly<Partial<Record<"entry" | "by" | "reason" | "code" | "until", string>>>[] {
  return JSON.parse(metadata.annotations?.[annotation] ?? "[]");
}
