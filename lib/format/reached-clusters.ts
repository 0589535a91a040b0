import type { ClusterWithoutData } from "@/lib/domain/statements/clusters-in-total";
import type { IstiodReadiness } from "@/lib/domain/statements/fleet";
import type { Headline } from "./headline";
import { listAtMost } from "./text/lists";
import { oneOrMany } from "./text/numbers";
import { be, type TextContext } from "./text/tense";
import { formatMoment } from "./time-ticks";

/** More cluster names than these are counted. */
const MOST_NAMED = 4;

/** The sentence of a total with the clusters that it counts: "machines are serving in eu-1 and us-1." No clusters = it counts all of them. */
export function inReached<H extends Headline>(headline: H, reached: readonly string[]): H {
  return { ...headline, rest: headline.rest.replace(/[.;]/, (end) => `${inReachedText(reached)}${end}`) };
}

/** The end of a sentence about the reached clusters: " in eu-1 and us-1". No clusters = it is about all of them: "". */
export function inReachedText(reached: readonly string[]): string {
  return reached.length === 0 ? "" : ` in ${listAtMost(reached, MOST_NAMED, { noun: ["cluster", "clusters"] })}`;
}

/** "prod-eu is connected, and istiod is ready."; "" = no cluster is connected. `istiod`: null = its Pods are not visible. */
export function connectedText(clusters: readonly string[], istiod: Pick<IstiodReadiness, "pods" | "ready"> | null): string {
  if (clusters.length === 0) return "";
  const ready = istiod === null ? "" : istiod.ready === 0 ? ", but no istiod replica is ready" : ", and istiod is ready";
  return `${listAtMost(clusters, MOST_NAMED, { noun: ["cluster", "clusters"] })} ${be(clusters.length)} connected${ready}.`;
}

/** "ap-1 is not reached since 03:50:12." */
export function notReachedSentence({ cluster, why, since }: ClusterWithoutData, { now, zone }: Pick<TextContext, "now" | "zone">): string {
  if (why === "denied") return `Stolos may not read machines in ${cluster}.`;
  if (why === "starting") return `${cluster} is not read yet.`;
  return `${cluster} is not reached${since === null ? "" : ` since ${formatMoment(since, now, zone)}`}.`;
}

/** The same sentence on a page of the past: "ap-1 was not known since 03:50:12." */
export function notKnownSentence({ cluster, why, since }: ClusterWithoutData, { now, zone }: Pick<TextContext, "now" | "zone">): string {
  if (why === "denied") return `Stolos was not allowed to read machines in ${cluster}.`;
  return `${cluster} was not known${since === null ? "" : ` since ${formatMoment(since, now, zone)}`}.`;
}

/** The rows of a list that are older than the rest: "The last 2 groups are in ap-1, as last seen." */
export function lastSeenGroups(count: number, clusters: readonly string[]): string {
  const [groups, be] = [oneOrMany(count, "group", `${count} groups`), oneOrMany(count, "is", "are")];
  return `The last ${groups} ${be} in ${listAtMost(clusters, MOST_NAMED, { noun: ["cluster", "clusters"] })}, as last seen.`;
}
