import { cleanText, cutText } from "@/lib/domain/object/clean-text";
import type { Fields } from "@/lib/domain/preview/values";
import { fields, number, oneOf, parseJson, text, Unreadable } from "./reading";

/** Reasons without arguments. */
const BARE_CODES = [
  /** The recorder stopped in order. */
  "stopped",
  /** No recorder ran, for an unknown reason. */
  "not-running",
  /** Before the history began. */
  "not-begun",
  /** Its permissions were removed, or a wider source replaced it. */
  "dropped",
  /** The list of the API server showed a change that the watch had missed. */
  "missed",
  /** The API server ended the stream in order. */
  "closed",
  /** The API server did not accept the credentials. */
  "unauthorized",
] as const;

/** Reasons with a text: an error of the API server, the transport or the database, or the name of an object. */
const TEXT_CODES = ["cut", "denied", "absent", "paused", "went-back", "stream-error", "expired", "internal", "other"] as const;

const ANSWER_PARTS = ["begin", "end"] as const;
export type AnswerPart = (typeof ANSWER_PARTS)[number];

/** The reason for a gap of a kind of objects, or for which a source is not live: a code with its arguments, plain JSON. Its text is made on reading. */
export type UnseenReason =
  | { readonly code: (typeof BARE_CODES)[number] }
  /** The watch received nothing for `ms` milliseconds. */
  | { readonly code: "silent"; readonly ms: number }
  /** The number of objects that differed from the API server's list. */
  | { readonly code: "differs"; readonly objects: number }
  /** The API server sent `version` after the later version `held` was seen. */
  | { readonly code: "rolled-back"; readonly version: string; readonly held: string }
  /** No connection was possible, or it was cut. `error` is the code of Node.js, OpenSSL or undici: ECONNREFUSED, CERT_HAS_EXPIRED. */
  | { readonly code: "no-connection"; readonly server: string; readonly error: string }
  /** A response did not begin, or not end, within `ms` milliseconds. */
  | { readonly code: "timed-out"; readonly part: AnswerPart; readonly ms: number }
  /** The API server returned an error, with this text or "". */
  | { readonly code: "answered"; readonly status: number; readonly text: string }
  /** The cluster does not know an API group. */
  | { readonly code: "not-installed"; readonly group: string }
  | { readonly code: (typeof TEXT_CODES)[number]; readonly text: string };

/** The stored codes of all reasons. */
export const UNSEEN_CODES = [
  ...BARE_CODES,
  ...TEXT_CODES,
  "silent",
  "differs",
  "rolled-back",
  "no-connection",
  "timed-out",
  "answered",
  "not-installed",
] as const satisfies readonly UnseenReason["code"][];

/** The format of a reason that is stored on its own. */
const FORMAT = 1;

/** Text from other programs is cut to this length. UTF-16 units. */
const LONGEST_TEXT = 4_000;

/** Returns a reason as stored text, with its texts cleaned and shortened. */
export function formatUnseenReason(reason: UnseenReason): string {
  return JSON.stringify({ format: FORMAT, ...storableUnseen(reason) });
}

/** Parses a stored reason; null = there is none, it cannot be read, or a later version wrote it. */
export function parseUnseenReason(stored: string | null): UnseenReason | null {
  if (stored === null) return null;
  try {
    const read = fields(parseJson(stored), "it");
    return read.format === FORMAT ? readUnseen(read) : null;
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** Returns the reason without characters that databases reject, and shortened. */
export function storableUnseen(reason: UnseenReason): UnseenReason {
  return "text" in reason ? { ...reason, text: cleanText(cutText(reason.text, LONGEST_TEXT)) } : reason;
}

/** Reads a reason; throws `Unreadable`. */
export function readUnseen(stored: Fields): UnseenReason {
  const code = oneOf(UNSEEN_CODES)(stored.code, "code");
  switch (code) {
    case "silent":
      return { code, ms: number(stored.ms, "ms") };
    case "differs":
      return { code, objects: number(stored.objects, "objects") };
    case "rolled-back":
      return { code, version: text(stored.version, "version"), held: text(stored.held, "held") };
    case "no-connection":
      return { code, server: text(stored.server, "server"), error: text(stored.error, "error") };
    case "timed-out":
      return { code, part: oneOf(ANSWER_PARTS)(stored.part, "part"), ms: number(stored.ms, "ms") };
    case "answered":
      return { code, status: number(stored.status, "status"), text: text(stored.text, "text") };
    case "not-installed":
      return { code, group: text(stored.group, "group") };
    case "cut":
    case "denied":
    case "absent":
    case "paused":
    case "went-back":
    case "stream-error":
    case "expired":
    case "internal":
    case "other":
      return { code, text: text(stored.text, "text") };
    default:
      return { code };
  }
}
