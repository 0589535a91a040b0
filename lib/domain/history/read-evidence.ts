import type { Management } from "@/lib/domain/entry/origin";
import type { Fields } from "@/lib/domain/preview/values";
import { CONNECTIONS } from "@/lib/domain/verdict/verdict";
import type { EndingEvidence, ObservedDuration, OwnerFate } from "./ending-evidence";
import { fields, number, numberOrNull, oneOf, orNull, parseJson, type Read, Unreadable, unreadable } from "./reading";

/** The format of stored evidence. */
const FORMAT = 1;
/** The version of `lossCauseOf`. Increased whenever it judges the same evidence differently. */
const RULE = 1;

/** The beginning of stored evidence that the current rule has judged, so that it needs no new judgement. */
export const JUDGED_BY_THIS_RULE = `{"format":${FORMAT},"rule":${RULE},`;

/** Returns evidence as stored text, next to the cause that the current rule found. */
export function formatEvidence(evidence: EndingEvidence): string {
  return JSON.stringify({ format: FORMAT, rule: RULE, evidence });
}

/** Parses stored evidence; null = it cannot be read, or a later version wrote it. */
export function parseEvidence(text: string | null): EndingEvidence | null {
  if (text === null) return null;
  try {
    const { format, evidence } = fields(parseJson(text), "it");
    return format === FORMAT ? readEvidence(fields(evidence, "evidence")) : null;
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

function readEvidence(stored: Fields): EndingEvidence {
  return {
    endedAt: number(stored.endedAt, "endedAt"),
    notBefore: numberOrNull(stored.notBefore, "notBefore"),
    deletingAt: numberOrNull(stored.deletingAt, "deletingAt"),
    management: orNull<Management>(oneOf(["auto", "claimed", "unmanaged"]))(stored.management, "management"),
    connection: oneOf(CONNECTIONS)(stored.connection, "connection"),
    connectedAt: orNull(readMark)(stored.connectedAt, "connectedAt"),
    disconnectedAt: orNull(readMark)(stored.disconnectedAt, "disconnectedAt"),
    draining: flag(stored.draining, "draining"),
    owner: readFate(stored.owner, "owner"),
    ...(stored.planned === undefined ? {} : { planned: flag(stored.planned, "planned") }),
    grace: readDuration(number)(stored.grace, "grace"),
    maxAge: orNull(readDuration(numberOrNull))(stored.maxAge, "maxAge"),
    replicas: numberOrNull(stored.replicas, "replicas"),
  };
}

function readMark(value: unknown, path: string): { readonly ms: number | null } {
  return { ms: numberOrNull(fields(value, path).ms, path) };
}

function readFate(value: unknown, path: string): OwnerFate {
  const stored = fields(value, path);
  const kind = oneOf(["none", "other", "there", "absent", "unseen", "gone"])(stored.kind, path);
  return kind === "gone" ? { kind, at: number(stored.at, path), notBefore: numberOrNull(stored.notBefore, path) } : { kind };
}

function readDuration<T extends number | null>(read: Read<T>): Read<ObservedDuration<T>> {
  return (value, path) => {
    const stored = fields(value, path);
    return { ms: read(stored.ms, path), sure: flag(stored.sure, path) };
  };
}

function flag(value: unknown, path: string): boolean {
  return typeof value === "boolean" ? value : unreadable(path, "true or false");
}
