import type { EntryManagement } from "@/lib/domain/entry/origin";
import type { UntypedObject } from "@/lib/domain/preview/values";
import { CONNECTIONS } from "@/lib/domain/verdict/verdict";
import type { EndingEvidence, OwnerStateAtEnd, SettingDuration } from "./ending-evidence";
import {
  type JsonReader,
  nullableReader,
  oneOfReader,
  parseJson,
  readNumber,
  readNumberOrNull,
  readUntypedObject,
  throwUnreadable,
  UnreadableError,
} from "./reading";

/** The format of stored evidence. */
const FORMAT = 1;
/** The version of the rule `endingCauseOf`. It is increased whenever the rule judges the same evidence differently. */
const RULE = 1;

/** The beginning of the stored text of evidence that the current rule has judged. Such evidence needs no new judgement. */
export const CURRENT_EVIDENCE_PREFIX = `{"format":${FORMAT},"rule":${RULE},`;

/** Returns evidence as stored text. The cause that the current rule found is stored next to it. */
export function formatEvidence(evidence: EndingEvidence): string {
  return JSON.stringify({ format: FORMAT, rule: RULE, evidence });
}

/** Parses stored evidence; null = it cannot be read, or a later version wrote it. */
export function parseEvidence(text: string | null): EndingEvidence | null {
  if (text === null) return null;
  try {
    const { format, evidence } = readUntypedObject(parseJson(text), "it");
    return format === FORMAT ? readEvidence(readUntypedObject(evidence, "evidence")) : null;
  } catch (error) {
    if (error instanceof UnreadableError) return null;
    throw error;
  }
}

function readEvidence(stored: UntypedObject): EndingEvidence {
  return {
    endedAt: readNumber(stored.endedAt, "endedAt"),
    notBefore: readNumberOrNull(stored.notBefore, "notBefore"),
    deletingAt: readNumberOrNull(stored.deletingAt, "deletingAt"),
    management: nullableReader<EntryManagement>(oneOfReader(["auto", "claimed", "unmanaged"]))(stored.management, "management"),
    connection: oneOfReader(CONNECTIONS)(stored.connection, "connection"),
    connectedAt: nullableReader(readMark)(stored.connectedAt, "connectedAt"),
    disconnectedAt: nullableReader(readMark)(stored.disconnectedAt, "disconnectedAt"),
    draining: flag(stored.draining, "draining"),
    owner: readFate(stored.owner, "owner"),
    ...(stored.planned === undefined ? {} : { planned: flag(stored.planned, "planned") }),
    grace: readDuration(readNumber)(stored.grace, "grace"),
    maxAge: nullableReader(readDuration(readNumberOrNull))(stored.maxAge, "maxAge"),
    replicas: readNumberOrNull(stored.replicas, "replicas"),
  };
}

function readMark(value: unknown, path: string): { readonly ms: number | null } {
  return { ms: readNumberOrNull(readUntypedObject(value, path).ms, path) };
}

function readFate(value: unknown, path: string): OwnerStateAtEnd {
  const stored = readUntypedObject(value, path);
  const kind = oneOfReader(["none", "other", "there", "absent", "unseen", "gone"])(stored.kind, path);
  return kind === "gone" ? { kind, at: readNumber(stored.at, path), notBefore: readNumberOrNull(stored.notBefore, path) } : { kind };
}

function readDuration<T extends number | null>(read: JsonReader<T>): JsonReader<SettingDuration<T>> {
  return (value, path) => {
    const stored = readUntypedObject(value, path);
    return { ms: read(stored.ms, path), sure: flag(stored.sure, path) };
  };
}

function flag(value: unknown, path: string): boolean {
  return typeof value === "boolean" ? value : throwUnreadable(path, "true or false");
}
