import type { Fields } from "@/lib/domain/preview/values";
import type { SubjectKind } from "@/lib/domain/source/source";
import { fields, Unreadable } from "./reading";

/** What is stored as JSON in two parts: what seldom changes, and what moves. */
export type StoredKind = Exclude<SubjectKind, "replica" | "recorder">;

/** A step from a format to the next; it gets what the earlier one wrote, unread. */
type Upgrade = (stored: Fields) => Fields;

/**
 * How each format became the next (a kind that is not named has its first still), the first of them format 1, which is also what a row without a number has. A field that is added, dropped or
 * changed is one more step here, which says what it was before; the readers know the newest format only. A field that is added to entries is none:
 * where it is absent it is blank (`keptLater` in lib/domain/entry/entry-fields.ts), so that the version before reads what the new one wrote.
 */
const SHAPES: Readonly<Partial<Record<StoredKind, readonly Upgrade[]>>> = {
  // Readiness was a boolean, and Nodes were not judged: what was not asked then raises no doubt now, so that the record tells what it told.
  world: [(world) => ({ nodes: { kind: "known", source: "recorded before Nodes were judged" }, ...world, replicas: replicasUpgraded(world.replicas) })],
};
const MOVING: typeof SHAPES = {};

function stepsOf(steps: typeof SHAPES, kind: StoredKind): readonly Upgrade[] {
  return steps[kind] ?? [];
}

/** The format of the lists of a roll-up: numbers by the codes of states. */
export const LISTS_FORMAT = 1;

/** The formats in which this version writes. */
export function formatsOf(kind: StoredKind): { readonly shape: number; readonly moving: number } {
  return { shape: stepsOf(SHAPES, kind).length + 1, moving: stepsOf(MOVING, kind).length + 1 };
}

/** What is stored, in the newest format; throws `Unreadable` where a later version wrote it. */
export function upgradedShape(kind: StoredKind, stored: unknown, format: number | null): Fields {
  return upgraded(stepsOf(SHAPES, kind), stored, format);
}

export function upgradedMoving(kind: StoredKind, stored: unknown, format: number | null): Fields {
  return upgraded(stepsOf(MOVING, kind), stored, format);
}

function upgraded(steps: readonly Upgrade[], stored: unknown, format: number | null): Fields {
  const from = format ?? 1;
  if (from === steps.length + 1) return fields(stored, "it");
  if (!Number.isInteger(from) || from < 1 || from > steps.length) throw new Unreadable(`a later version of Stolos wrote it (format ${from})`);
  return steps.slice(from - 1).reduce((value, step) => step(value), fields(stored, "it"));
}

function replicasUpgraded(stored: unknown): unknown {
  const replicas = fields(stored, "replicas");
  if (!Array.isArray(replicas.value)) return replicas;
  return { ...replicas, value: replicas.value.map((one) => replicaUpgraded(fields(one, "replicas"))) };
}

/** What was not asked when it was written (readiness, its Node, the end of its deletion) raises no doubt now: it tells what it told. */
function replicaUpgraded(replica: Fields): Fields {
  if (typeof replica.ready !== "boolean") return { node: "", nodeState: "not-known", ...replica };
  return { ...replica, ready: { status: replica.ready ? "true" : "unknown", reason: "" }, node: "", nodeState: "ready", deletingAt: null };
}
