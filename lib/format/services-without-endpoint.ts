import type { ServiceWithoutEndpoint } from "@/lib/domain/statements/services-without-endpoint";
import type { Tone } from "@/lib/domain/verdict/freshness";
import type { Zone } from "./clock";
import { inReachedText } from "./reached-clusters";
import { clusterBefore } from "./text/cluster";
import { be, type Tense, type TextContext } from "./text/tense";
import { formatMoment } from "./time-ticks";

/** "radius.identity", which has the tone, and "has no endpoint since 02:10:50." */
export interface LostServiceText {
  readonly who: string;
  readonly words: string;
  readonly tone: Tone;
}

/** `others`: the other services that the page names. */
export function lostServiceText(statement: ServiceWithoutEndpoint, context: TextContext, others: readonly ServiceWithoutEndpoint[] = []): LostServiceText {
  return { who: lostServiceName(statement, context, others), words: `${lostWords(statement, context)}.`, tone: "bad" };
}

/** "radius.identity" as DNS orders the names; with its kind or host name if another one of the page reads the same, and a cluster where there are several. */
export function lostServiceName(
  statement: ServiceWithoutEndpoint,
  { severalClusters = false }: Pick<TextContext, "severalClusters">,
  others: readonly ServiceWithoutEndpoint[] = [],
): string {
  const { cluster, namespace, service, object, host } = statement;
  const alike = others.filter((one) => one.cluster === cluster && one.namespace === namespace && one.service === service && one.host !== host);
  const isOneObject = alike.some((one) => one.object === object);
  const name = alike.length === 0 ? `${service}.${namespace}` : isOneObject ? host : `${object} ${service}.${namespace}`;
  return clusterBefore(cluster, severalClusters, name);
}

function lostWords({ since, sinceAtLeast }: ServiceWithoutEndpoint, { tense, now, zone }: TextContext): string {
  const moment = since === null ? "" : ` since ${formatMoment(since, now, zone)}${sinceAtLeast ? " or before" : ""}`;
  if (tense.past) return `had no endpoint ${tense.at}${moment === "" ? "" : `,${moment}`}`;
  return `${sinceAtLeast && since !== null ? "has had" : "has"} no endpoint${moment}`;
}

/** The sentence of a list without such a service: "No service is down." `reached`: the clusters that it is about, if not all. */
export function noServiceDownText(tense: Tense, reached: readonly string[]): string {
  return `No service ${be(1, tense)} down${inReachedText(reached)}${tense.past ? ` ${tense.at}` : ""}.`;
}

/** The reason why endpoints are not known while no istiod runs. Milliseconds. */
export function noReportsText(since: number, now: number, zone: Zone): string {
  return `No health reports since ${formatMoment(since, now, zone)}: istiod is gone.`;
}
