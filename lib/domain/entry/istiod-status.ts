import { truncateTextWithEllipsis } from "@/lib/domain/object/clean-text";
import { asBooleanOrNull, asItems, asText } from "@/lib/domain/preview/values";

/** Types of conditions that istiod writes on Services, ServiceEntries and WorkloadEntries in ambient mode, without their prefix `istio.io/`. */
export const ISTIOD_CONDITIONS = ["WaypointBound", "WaypointMissing", "VisibilityApplied"] as const;
export type IstiodConditionType = (typeof ISTIOD_CONDITIONS)[number];

/** A condition of istiod. `reason` and `message` are untrusted texts, shortened. */
export interface IstiodCondition {
  readonly type: IstiodConditionType;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  /**
   * True if the object was edited after istiod wrote the condition. Null = not known: the condition has no generation (istiod 1.31 never does), or
   * the object has none, as a Service.
   */
  readonly isOlder: boolean | null;
}

/** A message of istiod's analysis (`status.validationMessages`). istiod writes these only with `PILOT_ENABLE_ANALYSIS`. */
interface AnalysisMessage {
  /** The code of the message, such as `IST0133`. */
  readonly code: string;
  readonly level: string;
  readonly isOlder: boolean | null;
}

/** The conditions and messages of istiod in the status of an object. */
export interface IstiodStatus {
  readonly conditions: readonly IstiodCondition[];
  readonly messages: readonly AnalysisMessage[];
}

export const NO_ISTIOD_STATUS: IstiodStatus = { conditions: [], messages: [] };

export const LONGEST_ISTIOD_MESSAGE = 300;
const LONGEST_ISTIOD_REASON = 64;
const MOST_ANALYSIS_MESSAGES = 10;

/** The text before the reason in a WaypointBound message, if the canary waypoint is not attached (`pilot/pkg/model/service.go`, GetConditions). */
const CANARY_FAILURE = ". Canary waypoint not attached: ";

/** Returns the text about the canary in a condition's message; null = none. */
export function failedCanaryMessage({ type, message }: IstiodCondition): string | null {
  const at = message.indexOf(CANARY_FAILURE);
  return type === "WaypointBound" && at >= 0 ? message.slice(at + CANARY_FAILURE.length) : null;
}

/**
 * Formats a status as one text, for the live fleet, which stores one text per object. "" = istiod reports nothing. The condition of a bound waypoint
 * is left out, unless its canary is not attached.
 */
export function formatIstiodStatus({ conditions, messages }: IstiodStatus): string {
  const kept = conditions.filter((one) => one.type !== "WaypointBound" || one.status !== "True" || failedCanaryMessage(one) !== null);
  if (kept.length === 0 && messages.length === 0) return "";
  const shortened = kept.map((one) => [one.type, one.status, truncateTextWithEllipsis(one.reason, LONGEST_ISTIOD_REASON), messageOf(one), one.isOlder]);
  const told = messages.slice(0, MOST_ANALYSIS_MESSAGES).map(({ code, level, isOlder }) => [clipped(code), clipped(level), isOlder]);
  return JSON.stringify([shortened, told]);
}

/** Parses the text that `formatIstiodStatus` returns. The result for a malformed text is an empty status. */
export function parseIstiodStatus(text: string): IstiodStatus {
  if (text === "") return NO_ISTIOD_STATUS;
  const [conditions, messages] = asItems(parsed(text));
  return {
    conditions: asItems(conditions).flatMap((row) => {
      const [type, status, reason, message, isOlder] = asItems(row);
      const known = ISTIOD_CONDITIONS.find((one) => one === type);
      return known === undefined
        ? []
        : [{ type: known, status: asText(status), reason: asText(reason), message: asText(message), isOlder: asBooleanOrNull(isOlder) }];
    }),
    messages: asItems(messages).map((row) => {
      const [code, level, isOlder] = asItems(row);
      return { code: asText(code), level: asText(level), isOlder: asBooleanOrNull(isOlder) };
    }),
  };
}

/** Formats a status as lines for the activity log. Empty = istiod reports nothing. */
export function istiodStatusLines(text: string): readonly string[] {
  const { conditions, messages } = parseIstiodStatus(text);
  return [
    ...conditions.map(({ type, status, reason, message }) => `${type}=${status} ${reason}: ${message}`),
    ...messages.map(({ code, level }) => `${code} ${level}`),
  ];
}

/** Keeps the text about the canary of a bound waypoint whole if the message before it is long. Other conditions keep their own reason, which comes first. */
function messageOf(condition: IstiodCondition): string {
  const canary = condition.status === "True" ? failedCanaryMessage(condition) : null;
  return canary === null
    ? truncateTextWithEllipsis(condition.message, LONGEST_ISTIOD_MESSAGE)
    : `${CANARY_FAILURE}${truncateTextWithEllipsis(canary, LONGEST_ISTIOD_MESSAGE)}`;
}

function clipped(value: string): string {
  return truncateTextWithEllipsis(value, LONGEST_ISTIOD_REASON);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
