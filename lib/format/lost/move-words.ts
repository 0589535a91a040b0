import type { TrafficEffect } from "@/lib/domain/what-if/capacity";
import type { ServiceTrafficEffect } from "@/lib/domain/what-if/service-traffic";
import { listOf } from "@/lib/format/text/lists";
import { formatNumber, formatPercent, plural } from "@/lib/format/text/numbers";
import { be } from "@/lib/format/text/tense";

/** The answer in a word or two, and its evidence in sentences, the one that decides first. */
export function moveWords(input: ServiceTrafficEffect): { readonly says: string; readonly because: readonly string[] } {
  const { move } = input;
  if (move.kind === "untouched") return { says: "—", because: ["None of it is there."] };
  if (move.kind === "unknown") return { says: "not known", because: ["Whoever may be left is not visible here."] };
  if (move.kind === "nobody") return { says: "no", because: ["Nobody is left anywhere."] };
  const because = [strandedSentence(input), ejectionSentence(input), takeoverSentence(input), orderSentence(input), thinnedSentence(input)];
  return { says: SAYS[move.kind], because: [...because, ...crossedSentences(input), portSentence(input)].filter((one) => one !== "") };
}

const SAYS = { panics: "no", "not-yet": "no", partly: "partly", ejected: "yes", moved: "yes" } as const satisfies Record<
  Exclude<TrafficEffect["kind"], "untouched" | "nobody" | "unknown">,
  string
>;

function ejectionSentence({ move, outlier, rules, mostEjected, listed, lostShare }: ServiceTrafficEffect): string {
  if (move.kind === "moved") return "The lost endpoints have left the list: callers ask the others.";
  const failing =
    lostShare === 0 ? "" : ` Where no place comes first, ${formatPercent(lostShare)} of the requests go to dead endpoints until they leave the list.`;
  if (outlier === null) return `No outlier detection: callers take out nobody.${failing}`;
  if (move.kind === "panics") {
    const of = rules.length === 0 ? "" : ` of DestinationRule ${listOf(rules)}`;
    return `${Math.floor(move.healthyPercent)} % would be left, under minHealthPercent ${move.thresholdPercent}${of}: callers ask everybody again, the dead too.`;
  }
  const whose = rules.length === 0 ? "The mesh's own outlier detection" : `Outlier detection of DestinationRule ${listOf(rules)}`;
  const isUnset = outlier.maxEjectionPercent === null || outlier.maxEjectionPercent <= 0;
  const limit = isUnset ? "maxEjectionPercent unset, which is 10 %" : `maxEjectionPercent ${outlier.maxEjectionPercent}`;
  if (move.kind === "ejected")
    return `${whose} (${limit}) takes out ${move.ejected === 1 ? "the dead endpoint" : `all ${formatNumber(move.ejected)} dead endpoints`}.`;
  const dead = move.kind === "partly" || move.kind === "not-yet" ? move.dead : 0;
  const most = mostEjected === 0 ? "none" : `at most ${formatNumber(mostEjected)}`;
  return `${whose} (${limit}) takes out ${most} of ${formatNumber(listed)}, and ${formatNumber(dead)} ${be(dead)} dead.${failing}`;
}

const PLACES_TOLD = 3;
const UNPLACED = "endpoints without a locality";

function takeoverSentence({ places, order }: ServiceTrafficEffect): string {
  const left = places.filter(({ after }) => after > 0).map(({ locality }) => (locality === "" ? UNPLACED : locality));
  if (left.length === 0) return "";
  const told = left.length > PLACES_TOLD ? [...left.slice(0, PLACES_TOLD), plural(left.length - PLACES_TOLD, "more place")] : left;
  const [first = "", ...others] = told;
  const isOne = left.length === 1 && left[0] !== UNPLACED;
  const who = listOf([first === UNPLACED ? "Endpoints without a locality" : first, ...others]);
  if (order.code === "distribute") return `${who} ${isOne ? "is left: a caller uses it if" : "are left: a caller uses those that"} distribute gives it.`;
  return `${who} ${isOne ? "takes" : "take"} over.`;
}

/** In which order places are asked (docs/istio.md#locality-modes, #failover). */
function orderSentence({ order, failover }: ServiceTrafficEffect): string {
  switch (order.code) {
    case "one-place":
      return "";
    case "no-order":
      return order.because === "off"
        ? "All places share by weight: balancing by place is switched off."
        : "All places share by weight: an order by place needs outlier detection in a DestinationRule.";
    case "distribute":
    case "not-distributed":
      return `distribute in the ${order.from === "rule" ? "DestinationRule" : "mesh configuration"} sets the shares, so there is no failover. Callers that no \`from\` names share all localities by weight.`;
    case "traffic-distribution":
      return `Callers prefer ${order.distribution === "same-node" ? "their own Node, then their zone" : "their own zone"} (traffic distribution), and leave it with its last endpoint.`;
    case "zone-aware":
      return "Zone-aware balancing orders regions; among the zones of a region each caller's proxy decides.";
    case "outlier-detection": {
      const lists = failover.map(({ from, to }) => `${from} to ${to}`);
      const how = order.byLabels.length > 0 ? `by the labels ${listOf(order.byLabels)}` : "own zone, then the region's others, then other regions";
      return `Callers ask nearer places first (${how}${lists.length === 0 ? "" : `; failover ${listOf(lists)}`}).`;
    }
  }
}

function strandedSentence({ stranded }: ServiceTrafficEffect): string {
  return stranded.length === 0 ? "" : `Callers in ${listOf(stranded)} have nobody: all places that distribute gives them are lost.`;
}

function thinnedSentence({ thinned, order }: ServiceTrafficEffect): string {
  if (thinned === null || order.code === "one-place" || order.code === "no-order") return "";
  const left = formatPercent(thinned.after / thinned.before);
  const requests = order.code === "distribute" ? "the share of requests that distribute gives it" : "all of its requests";
  return `${thinned.locality || "The empty locality"} keeps ${left} of its weight. Until its last endpoint fails, it gets ${requests}.`;
}

function crossedSentences({ crossed }: ServiceTrafficEffect): readonly string[] {
  return crossed.map(({ network, machines, gateways, lost, unplaced }) => {
    const who = `${plural(machines, "endpoint")} left in network ${network}`;
    const gone = gateways === 1 ? "the only gateway there is lost" : `all ${gateways} gateways there are lost`;
    if (lost === gateways) return `${who}: ${gone}, callers of other networks reach none of them.`;
    const by = gateways === 1 ? "its gateway" : `one of ${plural(gateways - lost, "gateway")}`;
    const unknown = unplaced === 0 ? "" : `; where ${unplaced === 1 ? "a gateway stands" : `${unplaced} of them stand`} is not known`;
    return `${who} ${be(machines)} reached from other networks through ${by}${unknown}.`;
  });
}

function portSentence({ portsDiffer, port }: ServiceTrafficEffect): string {
  return portsDiffer ? `Told of port ${port}, which is worst off.` : "";
}
