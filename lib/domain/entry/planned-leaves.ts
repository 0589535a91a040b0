/**
 * Annotation on a WorkloadGroup that lists planned leaves. It is not on the entry, because istiod deletes the entry of a lost machine, and creates it
 * again without labels and annotations of users (docs/istio.md#connect).
 */
export const PLANNED_LEAVES_ANNOTATION = "stolos.dev/planned-leaves";

/** The planned leave of one machine: a user has announced that it will be removed. */
export interface PlannedLeave {
  /** The name of the machine's entry. It does not change when the machine registers again (docs/istio.md#entry-names). */
  readonly entry: string;
  /** The time by which the machine leaves, in milliseconds. Null = the user gave no time. */
  readonly by: number | null;
  /** The reason as a user wrote it. */
  readonly reason: string;
}

/** The parsed annotation. `unreadable` never counts as an empty list. */
export type ParsedPlannedLeaves = { readonly kind: "read"; readonly leaves: readonly PlannedLeave[] } | { readonly kind: "unreadable" };

const NONE: ParsedPlannedLeaves = { kind: "read", leaves: [] };

/** The largest number of machines in one annotation. Kubernetes limits the annotations of an object to 256 KiB. */
export const MAX_PLANNED_LEAVES = 200;

/** Parses the annotation: a JSON list of `{"entry": …, "by": …, "reason": …}`, `by` a time as Kubernetes writes it. Null = an empty list. */
export function parsePlannedLeaves(text: string | null): ParsedPlannedLeaves {
  if (text === null) return NONE;
  const read = listIn(text)?.map(leaveOf);
  if (read === undefined || read.length > MAX_PLANNED_LEAVES) return { kind: "unreadable" };
  const leaves = read.flatMap((leave) => leave ?? []);
  return leaves.length === read.length ? { kind: "read", leaves } : { kind: "unreadable" };
}

/** Formats the annotation. Null = there are no planned leaves, and the annotation is to be removed. */
export function formatPlannedLeaves(leaves: readonly PlannedLeave[]): string | null {
  if (leaves.length === 0) return null;
  return JSON.stringify(leaves.map(({ entry, by, reason }) => ({ entry, ...(by !== null && { by: new Date(by).toISOString() }), reason })));
}

/** Returns the planned leaves with additions, which replace earlier ones of the same entries. */
export function addPlannedLeaves(leaves: readonly PlannedLeave[], added: readonly PlannedLeave[]): readonly PlannedLeave[] {
  return [...removePlannedLeaves(leaves, new Set(added.map(({ entry }) => entry))), ...added];
}

/** Returns the planned leaves without those of these entries. */
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
