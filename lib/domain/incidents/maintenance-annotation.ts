import { cleanText, truncateTextWithEllipsis } from "@/lib/domain/object/clean-text";
import { parseTimestamp } from "@/lib/domain/object/timestamp";

/**
 * Annotation on a WorkloadGroup or a Namespace that announces maintenance of its machines. It is one line, because users type it with kubectl:
 * `from=2026-11-30T22:00Z until=2026-11-30T23:00Z reason=Kernel update`.
 */
export const MAINTENANCE_ANNOTATION = "stolos.dev/maintenance";

/** The fields of the annotation. The reason is the last one and extends to the end of the text. */
export const MAINTENANCE_FIELDS = ["from", "until", "reason"] as const;
type MaintenanceField = (typeof MAINTENANCE_FIELDS)[number];

/** An example of the annotation, for texts about a value that cannot be used. */
export const MAINTENANCE_EXAMPLE = "from=2026-11-30T22:00Z until=2026-11-30T23:00Z reason=Kernel update";

/** The longest window. A wrong year must not hide the incidents of a group for months. Milliseconds. */
export const LONGEST_MAINTENANCE_MS = 30 * 24 * 3_600_000;

const LONGEST_REASON = 200;
const LONGEST_QUOTE = 60;

/** An announced window, with the reason as a user wrote it, in one line. Milliseconds. */
export interface AnnouncedMaintenance {
  readonly from: number;
  readonly until: number;
  readonly reason: string;
}

/** The first fault of an annotation. An annotation with a fault announces nothing. */
export interface MaintenanceFault {
  readonly code: "missing" | "repeated" | "unknown-field" | "no-time" | "not-after-from" | "too-long";
  /** The field with the fault. Null = the text is not a field. */
  readonly field: MaintenanceField | null;
  /** The written text of that field or part, cut after 60 characters; "" = the field is missing. */
  readonly text: string;
}

export type ParsedMaintenance =
  | { readonly kind: "window"; readonly window: AnnouncedMaintenance }
  | { readonly kind: "fault"; readonly fault: MaintenanceFault };

/**
 * Parses the annotation: `from`, `until` and, at the end, `reason`. Times are RFC 3339 with a zone; seconds may be missing. `until` is after `from`, by at most
 * 30 days. Spaces and control characters of the reason become single spaces, and it is cut after 200 characters.
 */
export function parseMaintenance(text: string): ParsedMaintenance {
  const [, head = text, reason = ""] = /^(.*?)(?:^|\s)reason=(.*)$/s.exec(text) ?? [];
  const fields = new Map<MaintenanceField, string>();
  for (const part of head.split(/\s+/).filter((one) => one !== "")) {
    const field = MAINTENANCE_FIELDS.find((name) => part.startsWith(`${name}=`));
    if (field === undefined) return fault("unknown-field", null, part);
    if (fields.has(field)) return fault("repeated", field, part);
    fields.set(field, part.slice(field.length + 1));
  }
  fields.set("reason", singleLine(reason));
  return windowOf(fields);
}

function windowOf(fields: ReadonlyMap<MaintenanceField, string>): ParsedMaintenance {
  const missing = MAINTENANCE_FIELDS.find((field) => (fields.get(field) ?? "") === "");
  if (missing !== undefined) return fault("missing", missing, "");
  const [fromText = "", untilText = "", reason = ""] = MAINTENANCE_FIELDS.map((field) => fields.get(field));
  const [from, until] = [timeOf(fromText), timeOf(untilText)];
  if (from === null) return fault("no-time", "from", fromText);
  if (until === null) return fault("no-time", "until", untilText);
  if (until <= from) return fault("not-after-from", "until", untilText);
  if (until - from > LONGEST_MAINTENANCE_MS) return fault("too-long", "until", untilText);
  return { kind: "window", window: { from, until, reason } };
}

function fault(code: MaintenanceFault["code"], field: MaintenanceField | null, text: string): ParsedMaintenance {
  return { kind: "fault", fault: { code, field, text: truncateTextWithEllipsis(singleLine(text), LONGEST_QUOTE) } };
}

function singleLine(text: string): string {
  return truncateTextWithEllipsis(
    cleanText(text)
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim(),
    LONGEST_REASON,
  );
}

const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

function timeOf(text: string): number | null {
  const [, minute = "", seconds = ":00", zone = ""] = TIME.exec(text) ?? [];
  // `Date` reads 30 February as 2 March, and 24:00 as the next day.
  const written = parseTimestamp(`${minute}${seconds}Z`).ms;
  if (written === null || !new Date(written).toISOString().startsWith(minute)) return null;
  return parseTimestamp(`${minute}${seconds}${zone}`).ms;
}
