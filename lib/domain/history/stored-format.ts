import type { UntypedObject } from "@/lib/domain/preview/values";
import type { SubjectKind } from "@/lib/domain/source/source";
import { readUntypedObject, UnreadableError } from "./reading";

/** Kinds of subjects stored as JSON in two parts: fields that rarely change (shape), and fields that often change (moving). */
export type StoredKind = Exclude<SubjectKind, "replica" | "recorder">;

/** Incidents are no subjects. Their parts are the numbers of an incident (shape) and the facts of a member (moving). */
type FormattedKind = StoredKind | "incident";

/** Converts stored fields from one format to the next. The input is the text that the earlier version wrote, parsed as JSON only. */
type Upgrade = (stored: UntypedObject) => UntypedObject;

/**
 * The steps between formats, by kind; the first step converts format 1. A kind without steps still has format 1, as has a row without a number. A new, removed
 * or changed field needs one more step here, which converts its earlier form. The readers know only the newest format. A new field of entries needs none: where
 * it is absent it is blank (`keptLater` in lib/domain/entry/entry-fields.ts). So the previous version can read the new rows.
 */
const SHAPES: Readonly<Partial<Record<FormattedKind, readonly Upgrade[]>>> = {
  // Readiness was a boolean, and Nodes were not judged. Missing data of that time makes no entry unverified now, so that the history keeps its old states.
  world: [(world) => ({ nodes: { kind: "known", source: "recorded before Nodes were judged" }, ...world, replicas: replicasUpgraded(world.replicas) })],
};
const MOVING: typeof SHAPES = {};

function stepsOf(steps: typeof SHAPES, kind: FormattedKind): readonly Upgrade[] {
  return steps[kind] ?? [];
}

/** The format in which the lists of a roll-up are stored: numbers by the codes of states. */
export const ROLL_UP_LISTS_FORMAT = 1;

/** Returns the numbers of the formats in which this version writes a kind. */
export function currentFormatsOf(kind: FormattedKind): { readonly shape: number; readonly moving: number } {
  return { shape: stepsOf(SHAPES, kind).length + 1, moving: stepsOf(MOVING, kind).length + 1 };
}

/** Returns the stored shape in the newest format; throws `Unreadable` if a later version wrote it. */
export function upgradedShape(kind: FormattedKind, stored: unknown, format: number | null): UntypedObject {
  return upgraded(stepsOf(SHAPES, kind), stored, format);
}

/** Returns the fields that often change in the newest format; throws `Unreadable` if a later version wrote them. */
export function upgradedMoving(kind: FormattedKind, stored: unknown, format: number | null): UntypedObject {
  return upgraded(stepsOf(MOVING, kind), stored, format);
}

function upgraded(steps: readonly Upgrade[], stored: unknown, format: number | null): UntypedObject {
  const from = format ?? 1;
  if (from === steps.length + 1) return readUntypedObject(stored, "it");
  if (!Number.isInteger(from) || from < 1 || from > steps.length) throw new UnreadableError(`a later version of Stolos wrote it (format ${from})`);
  return steps.slice(from - 1).reduce((value, step) => step(value), readUntypedObject(stored, "it"));
}

function replicasUpgraded(stored: unknown): unknown {
  const replicas = readUntypedObject(stored, "replicas");
  if (!Array.isArray(replicas.value)) return replicas;
  return { ...replicas, value: replicas.value.map((one) => replicaUpgraded(readUntypedObject(one, "replicas"))) };
}

/**
 * Converts a replica of format 1. Data that was not recorded then (readiness, the Node, the end of the deletion) makes no entry unverified now, so
 * that the history keeps its old states.
 */
function replicaUpgraded(replica: UntypedObject): UntypedObject {
  if (typeof replica.ready !== "boolean") return { node: "", nodeState: "not-known", ...replica };
  return { ...replica, ready: { status: replica.ready ? "true" : "unknown", reason: "" }, node: "", nodeState: "ready", deletingAt: null };
}
