import type { SourceStatus, WireFreshness } from "@/lib/contract/status";

/** What verdicts rest on: these make a cluster live or not. The rest only adds to the pages. */
const NEEDED = ["workloadentries", "workloadgroups", "pods"];
const WORSE_LAST: readonly WireFreshness["kind"][] = ["live", "catching-up", "starting", "stale", "denied"];

/**
 * The worst freshness of what verdicts need; `asOf` is that of the oldest. Sources out of reach do not count, but where no machine can be seen
 * there is nothing to be live about: without them, groups would look empty. And one that was denied a moment ago counts as the worst: what it held is not withdrawn yet.
 */
export function clusterFreshness(sources: readonly SourceStatus[]): WireFreshness {
  const needed = sources.filter((source) => NEEDED.includes(source.kind));
  const reachable = needed.filter(({ freshness }) => freshness.kind !== "absent" && !(freshness.kind === "denied" && freshness.asOf === null));
  const machines = reachable.filter((source) => source.kind === "workloadentries");
  if (machines.length === 0) {
    const first = needed.find((source) => source.kind === "workloadentries") ?? needed[0];
    return first?.freshness ?? { kind: "starting", asOf: null, reason: "asking what may be read" };
  }
  let worst = machines[0];
  let asOf: number | null = Number.POSITIVE_INFINITY;
  for (const source of reachable) {
    if (worst === undefined || WORSE_LAST.indexOf(source.freshness.kind) > WORSE_LAST.indexOf(worst.freshness.kind)) worst = source;
    asOf = asOf === null || source.freshness.asOf === null ? null : Math.min(asOf, source.freshness.asOf);
  }
  if (worst === undefined || worst.freshness.kind === "live") return { kind: "live", asOf, reason: "" };
  const where = worst.namespace === "*" ? worst.kind : `${worst.kind} in ${worst.namespace}`;
  return { kind: worst.freshness.kind, asOf, reason: worst.freshness.reason === "" ? where : `${where}: ${worst.freshness.reason}` };
}
