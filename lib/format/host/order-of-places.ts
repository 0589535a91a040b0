import type { PortReach } from "@/lib/domain/selection/reach";
import { listOf } from "@/lib/format/text/lists";

/** Why places are asked in this order, as a sentence (docs/istio.md#locality-modes, #failover); "" where there is no place to order. */
export function orderSentence({ order, destination, steps, unknownShares }: Pick<PortReach, "order" | "destination" | "steps" | "unknownShares">): string {
  const rule = rulePhrase(destination.rule?.from.map(({ name }) => name) ?? []);
  const teller = "from" in order && order.from === "mesh" ? "the mesh configuration" : rule;
  const share = unknownShares?.code === "balancer" ? "share the calls" : "share by weight";
  switch (order.code) {
    case "one-place":
      return steps.length === 0 ? "" : "All are in one place: there is no order.";
    case "no-order":
      return order.because === "off"
        ? `All places ${share}: balancing by place is switched off.`
        : `All places ${share}: an order by place needs outlier detection in a DestinationRule, and none sets it.`;
    case "distribute":
      return `These shares are what ${teller} distributes for callers of this place.`;
    case "not-distributed":
      return `No \`from\` of distribute in ${teller} matches this caller. All localities ${share}, without failover.`;
    case "traffic-distribution":
      return `This order exists because the host prefers ${order.distribution === "same-node" ? "the caller's own Node, then its zone" : "the caller's own zone"} (traffic distribution).`;
    case "zone-aware":
      return `Zone-aware balancing of ${teller} orders regions; among the zones of a region each caller's proxy decides.`;
    case "outlier-detection":
      return `This order exists because ${rule} sets outlier detection${order.byLabels.length === 0 ? "" : `, and orders by the labels ${listOf(order.byLabels)}`}; without it all places ${share}.`;
  }
}

function rulePhrase(names: readonly string[]): string {
  return names.length === 0 ? "the mesh configuration" : `DestinationRule ${listOf(names)}`;
}

/** What becomes of requests when the largest place of the first step dies at once (docs/istio.md#ejection, from Envoy's source); "" where nobody is there. */
export function lossSentence({ loss }: Pick<PortReach, "loss">): string {
  if (loss === null) return "";
  const place = loss.locality === "" ? "those without a locality" : `all in ${loss.locality}`;
  const { outcome } = loss;
  if (outcome.moves === "nowhere") return "Nobody else is in the list: if all die, requests fail.";
  if (outcome.moves === "at-once") return `If ${place} died at once, callers would move on at once: they may eject as many.`;
  const until = "until they leave the list";
  if (outcome.because === "no-outlier-detection") return `If ${place} died at once, they would keep their share ${until}: nothing ejects them.`;
  const most = outcome.ejected === 0 ? "none of them" : `${outcome.ejected} of them`;
  return `If ${place} died at once, they would keep being asked ${until}: callers may eject ${most} (maxEjectionPercent, 10 % where it is not written).`;
}
