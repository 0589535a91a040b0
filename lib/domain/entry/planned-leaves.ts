/**
 * Annotation on a WorkloadGroup that names machines which are planned to go. It stands at the group, and not at the entry: istiod deletes the entry of a
 * machine that is away and makes it anew without what was written on it (docs/istio.md#connect).
 */
export const PLANNED_LEAVES_ANNOTATION = "stolos.dev/planned-leaves";

/** A machine that is planned to go. */
export interface PlannedLeave {
  /** The name of its entry, which it has again when it registers anew (docs/istio.md#entry-names). */
  readonly entry: string;
  /** By when (milliseconds); null = no end was given. */
  readonly by: number | null;
  /** A person's text. */
  readonly reason: string;
}

/** What a group's annotation says; `unreadable` is never taken for nothing. */
export type PlannedLeaves = { readonly kind: "read"; readonly leaves: readonly PlannedLeave[] } | { readonly kind: "unreadable" };

const NONE: PlannedLeaves = { kind: "read", leaves: [] };

/** So many machines can be named; the annotations of an object hold 256 KiB. */
export const MAX_PLANNED_LEAVES = 200;

/** Reads the annotation: a JSON list of `{"entry": …, "by": …, "reason": …}`, `by` a time as Kubernetes writes it. Null = there is none. */
export function parsePlannedLeaves(text: string | null): PlannedLeaves {
  if (text === null) return NONE;
  const read = listIn(text)?.map(leaveOf);
  if (read === undefined || read.length > MAX_PLANNED_LEAVES) return { kind: "unreadable" };
  const leaves = read.flatMap((leave) => leave ?? []);
  return leaves.length === read.length ? { kind: "read", leaves } : { kind: "unreadable" };
}

/** The annotation for these; null = it is taken away. */
export function formatPlannedLeaves(leaves: readonly PlannedLeave[]): string | null {
  if (leaves.length === 0) return null;
  return JSON.stringify(leaves.map(({ entry, by, reason }) => ({ entry, ...(by !== null && { by: new Date(by).toISOString() }), reason })));
}

/** The list with these machines marked, instead of what it said of them before. */
export function addPlannedLeaves(leaves: readonly PlannedLeave[], added: readonly PlannedLeave[]): readonly PlannedLeave[] {
  return [...removePlannedLeaves(leaves, new Set(added.map(({ entry }) => entry))), ...added];
}

/** The list without the marks of these entries. */
export function removePlannedLeaves(leaves: readonly PlannedLeave[], entries: ReadonlySet<string>): readonly PlannedLeave[] {
  return leaves.filter(({ entry }) => !entries.has(entry));
}

function listIn(text: string): readonly unknown[] | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? read : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function leaveOf(value: unknown): PlannedLeave | null {
  if (typeof value !== "object" || value === null) return null;
  const { entry, by, reason = "" } = value as { readonly [key: string]: unknown };
  if (typeof entry !== "string" || entry === "" || typeof reason !== "string") return null;
  const at = by === undefined ? null : typeof by === "string" ? Date.parse(by) : Number.NaN;
  return Number.isNaN(at) ? null : { entry, by: at, reason };
}
