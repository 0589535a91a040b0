import { parseFindingsQuery } from "@/lib/contract/url/list-filters";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";
import type { FindingSeverity, RuleSubjectKind } from "@/lib/domain/findings/rule";
import type { Facet } from "./values";
import { keepClustersAndNamespaces, keepQueryKeys, type ViewDeclaration } from "./view-declaration";

type Patch =
  | { readonly kind: string; readonly namespace: string; readonly name: string; readonly type: "merge"; readonly body: unknown }
  | { readonly command: string };

/** One finding in a list. The page makes its text from these values. */
export interface FindingRow {
  /** The same as long as the defect lasts. */
  readonly id: string;
  readonly code: string;
  readonly rule: string;
  readonly severity: FindingSeverity;
  readonly cluster: string;
  /** The namespace of its subject; "" = the subject has none. */
  readonly namespace: string;
  readonly subject: RuleSubjectKind;
  /** The start of the finding in milliseconds: at `at` or before, but not before `notBefore` (null = the start was observed). Null = not known. */
  readonly since: { readonly at: number; readonly notBefore: number | null } | null;
  /** The first objects that it names, and the number of further ones. */
  readonly objects: readonly { readonly kind: string; readonly namespace: string; readonly name: string }[];
  readonly moreObjects: number;
  readonly evidence: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  readonly patch: Patch | null;
  /** The reason why there is no patch; "" = there is one. */
  readonly noPatchBecause: string;
  /** The mute in its subject's annotation `stolos.dev/mute-findings`, for all viewers. `until` in milliseconds. */
  readonly mute?: { readonly until: number; readonly reason: string } | undefined;
}

/** The namespaces of one cluster where a rule cannot be evaluated, and the sources that it lacks there. */
export interface UndecidedNamespaces {
  readonly cluster: string;
  /** The names of the sources that are not visible. */
  readonly sources: readonly string[];
  /** The `sources` that the viewer may not read. The server has no data of the others. */
  readonly forbidden: readonly string[];
  /** `count` of `of` namespaces with machines or groups, and the names of the first ones; 0 of 0 = the subjects have no namespace. */
  readonly namespaces: readonly string[];
  readonly count: number;
  readonly of: number;
}

/** One rule in the chosen clusters and namespaces. */
export interface RuleSummary {
  readonly code: string;
  readonly rule: string;
  readonly severity: FindingSeverity;
  readonly subject: RuleSubjectKind;
  readonly total: number;
  /** The number of its findings that match the filter. */
  readonly matched: number;
  readonly untold: readonly UndecidedNamespaces[];
  /** The number of subjects for which another fact that the rule needs is not known. */
  readonly untoldSubjects: number;
  /** The sources that could have this fact. */
  readonly untoldSources: readonly string[];
  /** Sources that are only partly visible: the rule may miss findings. */
  readonly partial: readonly string[];
}

/** Head of "findings". Its rows are FindingRow. Without a sort they are the first of each rule, or all if only one rule has findings. */
export interface FindingsHead {
  readonly total: number;
  readonly matched: number;
  readonly facets: readonly Facet[];
  readonly problem: string | null;
  /** Findings by severity. The counts ignore the filter. */
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
  /** All rules, by severity and code. */
  readonly rules: readonly RuleSummary[];
  /** The visible objects that rules check. */
  readonly machines: number;
  readonly groups: number;
  readonly hosts: number;
  /** False while the rules have not checked all objects: there may be more findings. */
  readonly settled: boolean;
}

/** Without a sort the rows are the first of each rule, whatever the window is. So no field of the head counts them. */
export const FINDINGS_VIEW: ViewDeclaration<FindingsHead, FindingRow> = {
  canonicalQuery: (query) => formatListQuery(parseFindingsQuery(query)),
  cost: 50,
  rows: "window",
};

/** Head of "findings-of". Its rows are FindingRow: the findings that name one object, the worst first. */
export interface ObjectFindingsHead {
  readonly total: number;
  readonly settled: boolean;
  readonly untold: number;
  /** True if the object's annotation `stolos.dev/mute-findings` is not a list of mutes. Then it mutes nothing. */
  readonly unreadableMutes: boolean;
}

export const OBJECT_FINDINGS_VIEW: ViewDeclaration<ObjectFindingsHead, FindingRow> = {
  canonicalQuery: (query) => keepQueryKeys(query, "of", "cluster", "ns", "name"),
  cost: 20,
  rows: "all",
};

/** The kinds of objects whose pages show their findings. */
export const KINDS_WITH_FINDINGS = ["WorkloadEntry", "WorkloadGroup", "Service", "ServiceEntry"] as const;
export type KindWithFindings = (typeof KINDS_WITH_FINDINGS)[number];

/** The query of the view "findings-of": one object. */
export interface ObjectFindingsQuery {
  readonly of: KindWithFindings;
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

/** Returns the query of "findings-of" for one object. */
export function formatObjectFindingsQuery({ of, cluster, namespace, name }: ObjectFindingsQuery): string {
  return new URLSearchParams({ of, cluster, ns: namespace, name }).toString();
}

/** Parses the query of "findings-of". Null if it names no object of these kinds. */
export function parseObjectFindingsQuery(query: string): ObjectFindingsQuery | null {
  const params = new URLSearchParams(query);
  const of = KINDS_WITH_FINDINGS.find((kind) => kind === params.get("of"));
  return of === undefined ? null : { of, cluster: params.get("cluster") ?? "", namespace: params.get("ns") ?? "", name: params.get("name") ?? "" };
}

/** The number of findings about one group, by severity. `id` is the id of its GroupRow. */
export interface GroupFindingsRow {
  readonly id: string;
  readonly error: number;
  readonly warning: number;
  readonly note: number;
}

/**
 * Head of "group-findings". Its rows are the groups with findings, the worst first. `settled` is false while the rules have not checked all objects. `more`:
 * further groups with findings, without a row.
 */
export interface GroupFindingsHead {
  readonly settled: boolean;
  readonly more: number;
  /** Namespaces where rules about groups cannot be evaluated, with the number of these rules. */
  readonly untold: readonly { readonly cluster: string; readonly namespace: string; readonly rules: number }[];
}

export const GROUP_FINDINGS_VIEW: ViewDeclaration<GroupFindingsHead, GroupFindingsRow> = { canonicalQuery: keepClustersAndNamespaces, cost: 100, rows: "all" };

/** Returns the address of the list of a group's findings. */
export function groupFindingsHref({ cluster, namespace, name }: { readonly cluster: string; readonly namespace: string; readonly name: string }): string {
  const terms = [{ kind: "facet", facet: "object", value: name, negated: false }] as const;
  return pagePaths.findings(formatListQuery({ clusters: [cluster], namespaces: [namespace], terms, sort: "" }));
}

/** The pages that draw a map, by their paths. Each marks the findings about the things that it draws. */
export const MAP_PAGE_NAMES = ["localities", "networks", "control-plane"] as const;
export type MapPageName = (typeof MAP_PAGE_NAMES)[number];

/** One thing on a map with findings: a locality, a network, a gateway or a replica. */
export interface MapFindingsRow {
  readonly id: string;
  readonly cluster: string;
  /** The subject of the findings. The list of findings uses it to leave out other findings that name the same thing. */
  readonly subject: RuleSubjectKind;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly count: number;
  /** The worst severity of these findings. */
  readonly severity: FindingSeverity;
  /** The names of the rules with findings. */
  readonly rules: readonly string[];
}

/** Head of "found-on". Its rows are FoundOnRow. `settled` is false while the rules have not checked all objects. */
export interface MapFindingsHead {
  readonly settled: boolean;
}

export const MAP_FINDINGS_VIEW: ViewDeclaration<MapFindingsHead, MapFindingsRow> = {
  canonicalQuery: (query) => keepQueryKeys(query, "map"),
  cost: 20,
  rows: "all",
};

/** Returns the query of "found-on" for a map. */
export function formatMapFindingsQuery(map: MapPageName): string {
  return new URLSearchParams({ map }).toString();
}

/** Parses the query of "found-on". Null if it names no map. */
export function parseMapFindingsQuery(query: string): MapPageName | null {
  const named = new URLSearchParams(query).get("map");
  return MAP_PAGE_NAMES.find((map) => map === named) ?? null;
}

/** Returns the address of the list of these findings. */
export function mapFindingsHref({ cluster, subject, name }: Pick<MapFindingsRow, "cluster" | "subject" | "name">): string {
  const terms = [
    { kind: "facet", facet: "kind", value: subject, negated: false },
    { kind: "facet", facet: "object", value: name, negated: false },
  ] as const;
  return pagePaths.findings(formatListQuery({ clusters: [cluster], namespaces: [], terms, sort: "" }));
}
