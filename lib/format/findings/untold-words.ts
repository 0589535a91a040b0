import { listedSource } from "@/lib/format/source-words";
import { listAndMore, listOf } from "@/lib/format/text/lists";
import { plural } from "@/lib/format/text/numbers";

/** Where a rule cannot tell, and for lack of what. */
export interface Untold {
  readonly cluster: string;
  readonly sources: readonly string[];
  /** The part of `sources` without a right of the viewer. */
  readonly forbidden: readonly string[];
  readonly namespaces: readonly string[];
  readonly count: number;
  readonly of: number;
}

/** The missing sources and their namespaces, as a clause: "you have no right to read services, and nodes are not visible in shop and 3 more namespaces". */
export function untoldClause({ sources, forbidden, namespaces, count, of, cluster }: Untold, clusters: number): string {
  const unknown = sources.filter((source) => !forbidden.includes(source));
  const isOneThing = unknown.length === 1 && !listedSource(unknown[0] ?? "").endsWith("s");
  const what = [
    forbidden.length === 0 ? "" : `you have no right to read ${listOf(forbidden.map(listedSource))}`,
    unknown.length === 0 ? "" : `${listOf(unknown.map(listedSource))} ${isOneThing ? "is" : "are"} not visible`,
  ]
    .filter((clause) => clause !== "")
    .join(", and ");
  const inCluster = clusters > 1 ? ` of ${cluster}` : "";
  if (count === 0 || count === of) return `${what}${inCluster}`;
  const named = listAndMore(namespaces, count - namespaces.length, { noun: ["namespace", "namespaces"] });
  return `${what} in ${named}${inCluster}`;
}

/** That a rule finds what it can see of, and no more. */
export function partialClause(sources: readonly string[]): string {
  return `not all of ${listOf(sources.map(listedSource))} are visible: there may be more`;
}

/** Subjects about which a rule has no answer, and the sources that could decide. */
export function untoldSubjectsClause(count: number, [one, many]: readonly [string, string], sources: readonly string[]): string {
  const subjects = plural(count, one, many);
  return sources.length === 0
    ? `it cannot be told of ${subjects}, as what it rests on is not known`
    : `${subjects} undecided: ${listOf(sources.map(listedSource))} could decide, and not all are visible`;
}

/** The data that a rule lacks, as clauses on one line; "" = none. */
export function untoldText(
  { untold, untoldSubjects, untoldSources }: { readonly untold: readonly Untold[]; readonly untoldSubjects: number; readonly untoldSources: readonly string[] },
  { subject, clusters }: { readonly subject: readonly [string, string]; readonly clusters: number },
): string {
  const lacks = untold.map((one) => untoldClause(one, clusters));
  return [...lacks, ...(untoldSubjects > 0 ? [untoldSubjectsClause(untoldSubjects, subject, untoldSources)] : [])].join("; ");
}
