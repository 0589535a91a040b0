import { formatCount, listPhrase, plural } from "@/lib/format/count";
import { listedSource } from "@/lib/format/source-words";

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
  const what = `${listPhrase(sources.map(listedSource))} ${sources.length === 1 && !listedSource(sources[0] ?? "").endsWith("s") ? "is" : "are"} not visible`;
  const inCluster = clusters > 1 ? ` of ${cluster}` : "";
  if (count === 0 || count === of) return `${what}${inCluster}`;
  const more = count - namespaces.length;
  const named = more > 0 ? `${namespaces.join(", ")} and ${plural(more, "more namespace")}` : listPhrase(namespaces);
  return `${what} in ${named}${inCluster}`;
}

/** That a rule finds what it can see of, and no more. */
export function partialClause(sources: readonly string[]): string {
  return `not all of ${listPhrase(sources.map(listedSource))} are visible: there may be more`;
}

/** That something besides is not known about some subjects. */
export function untoldSubjectsClause(count: number, [one, many]: readonly [string, string]): string {
  return `it cannot be told of ${formatCount(count)} ${count === 1 ? one : many}, as what it rests on is not known`;
}
