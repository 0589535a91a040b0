import type { SourceStatus, WireFreshness } from "@/lib/contract/status";
import { type SourceName, VERDICT_SOURCES } from "@/lib/domain/source/source";
import { sourceInText } from "@/lib/format/source-words";

/** What verdicts rest on makes a cluster live or not. The rest only adds to the pages. */
const NEEDED: ReadonlySet<string> = new Set(VERDICT_SOURCES);
/** Without machines there is nothing to be live about. */
const MACHINES: SourceName = "workloadentries";
const WORSE_LAST: readonly WireFreshness["kind"][] = ["live", "catching-up", "starting", "stale", "denied"];

/**
 * The worst freshness of what verdicts need; `asOf` is that of the oldest. Sources out of reach do not count, but where no machine can be seen
 * there is nothing to be live about: without them, groups would look empty. And one that was denied a moment ago counts as the worst: what it held is not withdrawn yet.
 */
export function clusterFreshness(sources: readonly SourceStatus[]): WireFreshness {
  const needed = sources.filter((source) => NEEDED.has(source.source));
  const reachable = needed.filter(({ freshness }) => freshness.kind !== "absent" && !(freshness.kind === "denied" && freshness.asOf === null));
  const machines = reachable.filter((source) => source.source === MACHINES);
  if (machines.length === 0) {
    const first = needed.find((source) => source.source === MACHINES) ?? needed[0];
    return first?.freshness ?? { kind: "starting", asOf: null, reason: "asking what may be read" };
  }
  let worst = machines[0];
  let asOf: number | null = Number.POSITIVE_INFINITY;
  for (const source of reachable) {
    if (worst === undefined || WORSE_LAST.indexOf(source.freshness.kind) > WORSE_LAST.indexOf(worst.freshness.kind)) worst = source;
    asOf = asOf === null || source.freshness.asOf === null ? null : Math.min(asOf, source.freshness.asOf);
  }
  if (worst === undefined || worst.freshness.kind === "live") return { kind: "live", asOf, reason: "" };
  const where = sourceInText(worst.source, worst.namespace);
  return { kind: worst.freshness.kind, asOf, reason: worst.freshness.reason === "" ? where : `${where}: ${worst.freshness.reason}` };
}
