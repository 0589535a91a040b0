import { formatListQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";
import type { FindingSeverity, FindingSubject } from "@/lib/domain/findings/rule";
import type { Facet } from "./rows";

type Patch =
  | { readonly kind: string; readonly namespace: string; readonly name: string; readonly type: "merge"; readonly body: unknown }
  | { readonly command: string };

/** One finding in a list: its words are made of these where it is drawn. */
export interface FindingRow {
  /** Names it for as long as its defect lasts. */
  readonly id: string;
  readonly code: string;
  /** The name of its rule. */
  readonly rule: string;
  readonly severity: FindingSeverity;
  readonly cluster: string;
  /** Of its subject; "" = it lies in none. */
  readonly namespace: string;
  readonly subject: FindingSubject;
  /** Since when it is there, in milliseconds: at least since `at`, at most since `notBefore` (null = seen as it began). Null = not known. */
  readonly since: { readonly at: number; readonly notBefore: number | null } | null;
  /** The first few of the objects that it names, and how many more there are. */
  readonly objects: readonly { readonly kind: string; readonly namespace: string; readonly name: string }[];
  readonly moreObjects: number;
  readonly evidence: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  readonly patch: Patch | null;
  /** Why there is no patch; "" where there is one. */
  readonly noPatchBecause: string;
  /** Its subject's annotation `stolos.dev/mute-findings` mutes it for everybody until then (milliseconds). */
  readonly mute?: { readonly until: number; readonly reason: string } | undefined;
}

/** Where a rule cannot tell, and for lack of what. */
export interface UndecidedRule {
  readonly cluster: string;
  /** What is not in sight, by its name as a source. */
  readonly sources: readonly string[];
  /** The part of `sources` without a right of the viewer. The server has nothing of the others. */
  readonly forbidden: readonly string[];
  /** In so many namespaces of those with machines or groups, and the first few; 0 of 0 = it is about none. */
  readonly namespaces: readonly string[];
  readonly count: number;
  readonly of: number;
}

/** One rule over the picked clusters and namespaces. */
export interface RuleSummary {
  readonly code: string;
  readonly rule: string;
  readonly severity: FindingSeverity;
  readonly subject: FindingSubject;
  readonly total: number;
  /** By the filter. */
  readonly matched: number;
  readonly untold: readonly UndecidedRule[];
  /** About how many subjects it cannot tell, as something else that it needs is not known. */
  readonly untoldSubjects: number;
  /** The sources that could decide about these subjects. */
  readonly untoldSources: readonly string[];
  /** Sources of which only a part is in sight: there may be more than it finds. */
  readonly partial: readonly string[];
}

/** Head of "findings": rows are FindingRow; without a sort, the first few of each rule (all of them, where only one has any). */
export interface FindingsHead {
  readonly total: number;
  readonly matched: number;
  readonly facets: readonly Facet[];
  readonly problem: string | null;
  /** By severity, whatever the filter. */
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
  /** Every rule, in the order of severity and code. */
  readonly rules: readonly RuleSummary[];
  /** What was asked about, as far as it is in sight. */
  readonly machines: number;
  readonly groups: number;
  readonly hosts: number;
  /** False while not everything has been asked about: there may be more. */
  readonly settled: boolean;
}

/** Head of "findings-of": rows are FindingRow, those that name one object, the worst first. */
export interface FindingsOfHead {
  readonly total: number;
  readonly settled: boolean;
  readonly untold: number;
  /** The object's annotation `stolos.dev/mute-findings` is no list of mutes, and mutes nothing. */
  readonly unreadableMutes: boolean;
}

/** The kinds of objects whose pages show what was found about them. */
export const FOUND_KINDS = ["WorkloadEntry", "WorkloadGroup", "Service", "ServiceEntry"] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

/** The query of "findings-of". */
export interface FindingsOfQuery {
  readonly of: FoundKind;
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

export function formatFindingsOf({ of, cluster, namespace, name }: FindingsOfQuery): string {
  return new URLSearchParams({ of, cluster, ns: namespace, name }).toString();
}

/** Reads the query of "findings-of"; null where it names no such object. */
export function parseFindingsOf(query: string): FindingsOfQuery | null {
  const params = new URLSearchParams(query);
  const of = FOUND_KINDS.find((kind) => kind === params.get("of"));
  return of === undefined ? null : { of, cluster: params.get("cluster") ?? "", namespace: params.get("ns") ?? "", name: params.get("name") ?? "" };
}

/** How much rules found about one group, by severity; `id` is that of its row. */
export interface GroupFindingsRow {
  readonly id: string;
  readonly error: number;
  readonly warning: number;
  readonly note: number;
}

/**
 * Head of "group-findings". Its rows are the groups about which something was found, those with the worst first. `settled` is false while not
 * everything has been asked about; `more` groups have findings and no row.
 */
export interface GroupFindingsHead {
  readonly settled: boolean;
  readonly more: number;
  /** Where some rules about groups cannot tell, and how many. */
  readonly untold: readonly { readonly cluster: string; readonly namespace: string; readonly rules: number }[];
}

/** The list of what was found about a group. */
export function groupFindingsHref({ cluster, namespace, name }: { readonly cluster: string; readonly namespace: string; readonly name: string }): string {
  const terms = [{ kind: "facet", facet: "object", value: name, negated: false }] as const;
  return pagePaths.findings(formatListQuery({ clusters: [cluster], namespaces: [namespace], terms, sort: "" }));
}

/** The pages that are maps, by their addresses: each marks what rules found about the things that it draws. */
export const FOUND_MAPS = ["localities", "networks", "control-plane"] as const;
export type FoundMap = (typeof FOUND_MAPS)[number];

/** One thing of a map about which something was found: a place, a network, a gateway or a replica. */
export interface FoundOnRow {
  readonly id: string;
  readonly cluster: string;
  /** What the findings are about, by which the list of findings tells them from others that name the same thing. */
  readonly subject: FindingSubject;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly count: number;
  /** The worst of them. */
  readonly severity: FindingSeverity;
  /** The rules that found something, by their names. */
  readonly rules: readonly string[];
}

/** Head of "found-on": rows are FoundOnRow. `settled` is false while not everything has been asked about. */
export interface FoundOnHead {
  readonly settled: boolean;
}

export function formatFoundOn(map: FoundMap): string {
  return new URLSearchParams({ map }).toString();
}

/** Reads the query of "found-on"; null where it names no map. */
export function parseFoundOn(query: string): FoundMap | null {
  const named = new URLSearchParams(query).get("map");
  return FOUND_MAPS.find((map) => map === named) ?? null;
}

/** The list of these findings. */
export function foundOnHref({ cluster, subject, name }: Pick<FoundOnRow, "cluster" | "subject" | "name">): string {
  const terms = [
    { kind: "facet", facet: "kind", value: subject, negated: false },
    { kind: "facet", facet: "object", value: name, negated: false },
  ] as const;
  return pagePaths.findings(formatListQuery({ clusters: [cluster], namespaces: [], terms, sort: "" }));
}
