import { listedSource } from "@/lib/format/source-words";
import { listAndMore, listOf } from "@/lib/format/text/lists";
import { plural } from "@/lib/format/text/numbers";

/** Where a rule cannot tell, and for lack of what. */
export interface Untold {
  readonly cluster: string;
  readonly sources: readonly string[];
  readonly namespaces: readonly string[];
  readonly count: number;
  readonly of: number;
}

/** What is missing and where, as a clause: "services and nodes are not visible to you in shop and 3 more namespaces". */
export function untoldClause({ sources, namespaces, count, of, cluster }: Untold, clusters: number): string {
  const isOneThing = sources.length === 1 && !listedSource(sources[0] ?? "").endsWith("s");
  const what = `${listOf(sources.map(listedSource))} ${isOneThing ? "is" : "are"} not visible`;
  const inCluster = clusters > 1 ? ` of ${cluster}` : "";
  if (count === 0 || count === of) return `${what}${inCluster}`;
  const named = listAndMore(namespaces, count - namespaces.length, { noun: ["namespace", "namespaces"] });
  return `${what} in ${named}${inCluster}`;
}

/** That a rule finds what it can see of, and no more. */
export function partialClause(sources: readonly string[]): string {
  return `not all of ${listOf(sources.map(listedSource))} are visible: there may be more`;
}

/** That something besides is not known about some subjects. */
export function untoldSubjectsClause(count: number, [one, many]: readonly [string, string]): string {
  return `it cannot be told of ${plural(count, one, many)}, as what it rests on is not known`;
}
