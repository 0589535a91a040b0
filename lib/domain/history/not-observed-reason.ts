import { cleanText, truncateText } from "@/lib/domain/object/clean-text";
import type { UntypedObject } from "@/lib/domain/preview/values";
import { oneOfReader, parseJson, readNumber, readString, readUntypedObject, UnreadableError } from "./reading";

/** The codes of reasons without arguments. */
const BARE_CODES = [
  /** The recorder was stopped in an orderly way. */
  "stopped",
  /** No recorder ran, for an unknown reason. */
  "not-running",
  /** The history had not begun. */
  "not-begun",
  /** The permissions for the source were removed, or a source for more namespaces replaced it. */
  "dropped",
  /** The cluster was removed from the settings or the kubeconfig. */
  "removed",
  /** The list of the API server showed a change that the watch had missed. */
  "missed",
  /** The API server ended the stream in an orderly way. */
  "closed",
  /** The API server did not accept the credentials. */
  "unauthorized",
] as const;

/** The codes of reasons with a text: an error of the API server, the transport or the database, or the name of an object. */
const TEXT_CODES = ["cut", "denied", "absent", "paused", "went-back", "stream-error", "expired", "internal", "other"] as const;

const ANSWER_PARTS = ["begin", "end"] as const;
export type ResponseStage = (typeof ANSWER_PARTS)[number];

/**
 * The reason for a gap in the observation of a kind of objects, or the reason why a source is not live: a code with its arguments, plain JSON. Its
 * text is made on reading.
 */
export type NotObservedReason =
  | { readonly code: (typeof BARE_CODES)[number] }
  /** The watch received nothing for `ms` milliseconds. */
  | { readonly code: "silent"; readonly ms: number }
  /** Stored objects differed from the API server's list; `objects` is their number. */
  | { readonly code: "differs"; readonly objects: number }
  /** The API server sent the version `version` after the later version `held` had been received. */
  | { readonly code: "rolled-back"; readonly version: string; readonly held: string }
  /** No connection was possible, or it was cut. `error` is the code of Node.js, OpenSSL or undici: ECONNREFUSED, CERT_HAS_EXPIRED. */
  | { readonly code: "no-connection"; readonly server: string; readonly error: string }
  /** A response did not begin, or not end, within `ms` milliseconds. */
  | { readonly code: "timed-out"; readonly part: ResponseStage; readonly ms: number }
  /** The API server returned an error with this HTTP status. `text`: its message, or "". */
  | { readonly code: "answered"; readonly status: number; readonly text: string }
  /** The cluster does not have the API group `group`. */
  | { readonly code: "not-installed"; readonly group: string }
  | { readonly code: (typeof TEXT_CODES)[number]; readonly text: string };

/** The stored codes of all reasons. */
export const NOT_OBSERVED_CODES = [
  ...BARE_CODES,
  ...TEXT_CODES,
  "silent",
  "differs",
  "rolled-back",
  "no-connection",
  "timed-out",
  "answered",
  "not-installed",
] as const satisfies readonly NotObservedReason["code"][];

/** The format of a reason that is stored separately. */
const FORMAT = 1;

/** The length to which text from other programs is cut, in UTF-16 units. */
const LONGEST_TEXT = 4_000;

/** Returns a reason as stored text, with its texts cleaned and shortened. */
export function formatNotObservedReason(reason: NotObservedReason): string {
  return JSON.stringify({ format: FORMAT, ...storableNotObservedReason(reason) });
}

/** Parses a stored reason; null = there is none, it cannot be read, or a later version wrote it. */
export function parseNotObservedReason(stored: string | null): NotObservedReason | null {
  if (stored === null) return null;
  try {
    const read = readUntypedObject(parseJson(stored), "it");
    return read.format === FORMAT ? readNotObservedReason(read) : null;
  } catch (error) {
    if (error instanceof UnreadableError) return null;
    throw error;
  }
}

/** Returns the reason without characters that databases reject, and with its text shortened. */
export function storableNotObservedReason(reason: NotObservedReason): NotObservedReason {
  return "text" in reason ? { ...reason, text: cleanText(truncateText(reason.text, LONGEST_TEXT)) } : reason;
}

/** Reads a reason; throws `Unreadable`. */
export function readNotObservedReason(stored: UntypedObject): NotObservedReason {
  const code = oneOfReader(NOT_OBSERVED_CODES)(stored.code, "code");
  switch (code) {
    case "silent":
      return { code, ms: readNumber(stored.ms, "ms") };
    case "differs":
      return { code, objects: readNumber(stored.objects, "objects") };
    case "rolled-back":
      return { code, version: readString(stored.version, "version"), held: readString(stored.held, "held") };
    case "no-connection":
      return { code, server: readString(stored.server, "server"), error: readString(stored.error, "error") };
    case "timed-out":
      return { code, part: oneOfReader(ANSWER_PARTS)(stored.part, "part"), ms: readNumber(stored.ms, "ms") };
    case "answered":
      return { code, status: readNumber(stored.status, "status"), text: readString(stored.text, "text") };
    case "not-installed":
      return { code, group: readString(stored.group, "group") };
    case "cut":
    case "denied":
    case "absent":
    case "paused":
    case "went-back":
    case "stream-error":
    case "expired":
    case "internal":
    case "other":
      return { code, text: readString(stored.text, "text") };
    default:
      return { code };
  }
}
