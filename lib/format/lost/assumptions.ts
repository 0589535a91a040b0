import { oneOrMany, plural } from "@/lib/format/text/numbers";
import { betweenPhrase } from "./moment-words";

/** What an answer takes for granted. Spans in milliseconds after the loss. */
export interface AssumedInput {
  readonly headroom: number;
  readonly graceSpan: { readonly from: number; readonly to: number } | null;
  readonly ageSpan: { readonly from: number; readonly to: number } | null;
  readonly isAgeAssumed: boolean;
  readonly hasSets: boolean;
  readonly hasGateways: boolean;
  readonly unplacedGateways: number;
}

/** The list of assumptions, as sentences. */
export function assumptionSentences(input: AssumedInput): readonly string[] {
  const { headroom, graceSpan, ageSpan } = input;
  return [
    `Weights are capacity, and each of the rest can carry ${headroom} % more than today.`,
    "Endpoints count if they are selected and healthy. Some callers do not get all of them.",
    "All of it goes at once and without a word; nobody is started elsewhere or comes back.",
    graceSpan === null ? "" : `A machine whose replica lives leaves after ${betweenPhrase(graceSpan)}: noticed 10 to 40 s later, then the grace period.`,
    ageSpan === null
      ? ""
      : `One that died with its replica leaves after ${betweenPhrase(ageSpan)}: 1.5 × the maximum connection age${input.isAgeAssumed ? ", which is assumed," : ""} after it connected, at the next sweep.`,
    "Pods of a lost Node count as gone with the grace period: Kubernetes finds a silent Node by default within 50 s.",
    "The panic threshold is minHealthPercent where a DestinationRule sets outlier detection, else 0.",
    "Absent entries do not count as unhealthy: a place that lost some of its machines is overloaded rather than left.",
    "Outlier detection and order of places are those that callers in the host's own namespace have.",
    input.hasSets ? "A chosen set is machines alone: Pods, istiod and gateways near them stay." : "",
    input.hasGateways && input.unplacedGateways > 0
      ? `Where ${plural(input.unplacedGateways, "gateway stands", "gateways stand")} is not known: ${oneOrMany(input.unplacedGateways, "it counts", "they count")} as there.`
      : "",
  ].filter((sentence) => sentence !== "");
}
