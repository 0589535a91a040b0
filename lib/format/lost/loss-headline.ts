import type { ServicesAfterLossCounts, SimulatedLossCounts } from "@/lib/domain/statements/what-if";
import type { LinePart } from "@/lib/format/headline";
import { formatNumber, oneOrMany, plural } from "@/lib/format/text/numbers";
import { verb } from "@/lib/format/text/tense";
import { betweenPhrase } from "./moment-words";

/** The sentence of a what-if: who would have nobody, who more than the rest can carry, and who would not notice. */
export function lossHeadline(hosts: ServicesAfterLossCounts): readonly LinePart[] {
  const { total, nobody, overloaded, full, unknown } = hosts;
  const calm = hosts.carries + hosts.whole;
  if (total === 0) return [plain("No host selects a machine.")];
  const hurt = hurtParts({ nobody, overloaded, full });
  const rest =
    hurt.length > 0
      ? calmWords(calm)
      : calm === 0
        ? ""
        : calm === 1
          ? "The only service with healthy endpoints would not notice."
          : `None of ${plural(calm, "host")} would notice.`;
  const untold = unknown === 0 ? "" : `${hurt.length + rest.length === 0 ? "" : " "}Of ${plural(unknown, "host")} it cannot be told.`;
  const parts: readonly LinePart[] = [...hurt, plain(rest), { text: untold, tone: "blind" }];
  return parts.some(({ text }) => text !== "") ? parts.filter(({ text }) => text !== "") : [plain("No service has a healthy endpoint.")];
}

function calmWords(calm: number): string {
  return calm === 0 ? "" : ` ${formatNumber(calm)} would not notice.`;
}

/** The first of them names what is counted, and says "would have". */
function hurtParts({ nobody, overloaded, full }: Pick<ServicesAfterLossCounts, "nobody" | "overloaded" | "full">): readonly LinePart[] {
  const all = [
    { count: nobody, what: "nobody", tone: "bad" },
    { count: overloaded, what: "more than the rest can carry", tone: "warn" },
    { count: full, what: "next to no room left", tone: null },
  ] as const;
  const there = all.filter(({ count }) => count > 0);
  const last = there.length - 1;
  return there.flatMap(({ count, what, tone }, at) => [
    { text: at === 0 ? plural(count, "host") : formatNumber(count), tone },
    plain(`${at === 0 ? " would have" : ""} ${what}${at === last ? "." : ", "}`),
  ]);
}

function plain(text: string): LinePart {
  return { text, tone: null };
}

/** The input of the second line: the loss in numbers. Milliseconds. */
export interface GoneInput extends SimulatedLossCounts {
  readonly ageSpan: { readonly from: number; readonly to: number } | null;
  readonly gatewaysUnplaced: number;
}

/** The second line of a what-if. */
export function goneLine(input: GoneInput): readonly LinePart[] {
  const { machines, inline, withReplica, reconnecting } = input;
  const written = inline === 0 ? "" : ` and ${plural(inline, "endpoint")} written by hand`;
  return [
    { text: `${plural(machines, "machine")}${podsPhrase(input)}${written} gone`, tone: null },
    input.pods === 0 && !input.knowsPods ? { text: "lost pods are not known", tone: "blind" as const } : null,
    replicasPart(input),
    gatewaysPart(input),
    withReplica === 0
      ? null
      : {
          text: `${plural(withReplica, "machine stays", "machines stay")} Healthy and listed for ${input.ageSpan === null ? "a while" : betweenPhrase(input.ageSpan)}: the replica that holds ${oneOrMany(withReplica, "it", "them")} dies too`,
          tone: "warn" as const,
        },
    reconnecting === 0
      ? null
      : { text: `${plural(reconnecting, "machine")} elsewhere ${verb(reconnecting, "connect")} to another replica at once`, tone: null },
  ].filter((part) => part !== null);
}

function podsPhrase({ pods, knowsPods }: Pick<SimulatedLossCounts, "pods" | "knowsPods">): string {
  if (knowsPods) return ` and ${plural(pods, "pod")}`;
  return pods === 0 ? "" : ` and at least ${plural(pods, "pod")}`;
}

function replicasPart({ replicasLost, replicasLeft, replicasVisible }: GoneInput): LinePart {
  if (!replicasVisible) return { text: "whether istiod goes with them is not visible", tone: "blind" };
  if (replicasLost.length === 0) return { text: "no istiod replica with them", tone: null };
  if (replicasLeft === 0) return { text: "no istiod replica left: callers keep the endpoints that they have", tone: "bad" };
  const who = replicasLost.length > 2 ? `${replicasLost.length} istiod replicas` : replicasLost.join(" and ");
  return { text: `${who} with them, ${plural(replicasLeft, "replica")} left`, tone: null };
}

function gatewaysPart({ gatewaysLost, gateways, gatewaysUnplaced }: GoneInput): LinePart | null {
  if (gateways === 0) return null;
  if (gatewaysLost > 0) return { text: `${formatNumber(gatewaysLost)} of ${plural(gateways, "gateway")} with them`, tone: null };
  return gatewaysUnplaced === gateways ? { text: "where gateways stand is not known", tone: "blind" } : null;
}
