import { isVariableDeclaration } from "typescript/unstable/ast/is";
import { SHOWS } from "@/components/place/place-windows";
import { PREVIEW_START_RESOURCES } from "@/lib/contract/answers/preview";
import { type FilterGrammar, formatTerm, isInvalidTerm, MACHINE_FILTER, type Term } from "@/lib/contract/url/filter-term";
import { AuditQuery } from "@/lib/contract/url/history-query";
import { COMPARISON_WINDOW_NAMES, parseMoment, parseWindow } from "@/lib/contract/url/history-window";
import { FINDING_FILTER, GROUP_FILTER, INCIDENT_FILTER, SERVICE_FILTER } from "@/lib/contract/url/list-filters";
import { parseMachineTerms } from "@/lib/contract/url/parse-terms";
import { ENDPOINT_SORTS } from "@/lib/contract/url/service-query";
import { LOCALITY_FILTER } from "@/lib/contract/views/localities";
import { parseLostPart } from "@/lib/contract/views/what-if";
import { TRANSITIONS } from "@/lib/domain/history/transition";
import { LOSS_MOMENTS } from "@/lib/domain/what-if/leaving";
import { FINDING_SORTS } from "@/lib/server/findings/list/sort-findings";
import { ENTRY_SORTS } from "@/lib/server/fleet/columns/entry-orders";
import { HOST_SORTS } from "@/lib/server/hosts/list/sort-hosts";
import { SHOWN_SORTS } from "@/lib/server/live/views/group-row-sorts";
import { GROUP_SORTS } from "@/lib/server/live/views/groups";
import type { FoundName } from "./name-list";
import type { SourceGraph } from "./source-graph";

const FILTERS: Readonly<Record<string, { readonly constant: string; readonly grammar: FilterGrammar }>> = {
  "machines and groups": { constant: "MACHINE_FILTER", grammar: MACHINE_FILTER as FilterGrammar },
  groups: { constant: "GROUP_FILTER", grammar: GROUP_FILTER as FilterGrammar },
  services: { constant: "SERVICE_FILTER", grammar: SERVICE_FILTER as FilterGrammar },
  findings: { constant: "FINDING_FILTER", grammar: FINDING_FILTER as FilterGrammar },
  incidents: { constant: "INCIDENT_FILTER", grammar: INCIDENT_FILTER as FilterGrammar },
  localities: { constant: "LOCALITY_FILTER", grammar: LOCALITY_FILTER as FilterGrammar },
};

/** Forms of a filter word: its text in the document, an example, and the canonical terms that the parser must return. */
const FORMS: readonly (readonly [form: string, example: string, terms: readonly string[]])[] = [
  ["text", "vm-1", ["vm-1"]],
  ['"text with blanks"', '"not ready"', ['"not ready"']],
  ["!text", "!vm-1", ["!vm-1"]],
  ["key:value", "zone:eu-a", ["zone:eu-a"]],
  ["key:value,value", "zone:eu-a,eu-b", ["zone:eu-a", "zone:eu-b"]],
  ['key:"value with blanks"', 'zone:"eu a"', ['zone:"eu a"']],
  ["-key:value", "-zone:eu-a", ["!zone:eu-a"]],
  ["!key:value", "!zone:eu-a", ["!zone:eu-a"]],
  ["label=value", "app=web", ["app=web"]],
  ["label==value", "app==web", ["app=web"]],
  ["label=*", "app=*", ["app=*"]],
  ["label!=value", "app!=web", ["!app=web"]],
  ["-label=value", "-app=web", ["!app=web"]],
  ["!label=value", "!app=web", ["!app=web"]],
  ["label=value,value", "app=web,api", ["app=web", "app=api"]],
  ["label in (value,value)", "app in (web,api)", ["app=web", "app=api"]],
  ["label notin (value,value)", "app notin (web,api)", ["!app=web", "!app=api"]],
  ["age>5d", "age>5d", ["age>5d"]],
  ["age<2h", "age<2h", ["age<2h"]],
  ["age>=30m", "age>=30m", ["age>=30m"]],
  ["age<=1w", "age<=1w", ["age<=1w"]],
  ["age:>5d", "age:>5d", ["age>5d"]],
  ["key:none", "zone:none", ["zone:none"]],
];

/** The filter of each list: forms, keys, aliases and values. */
export function filterNames(graph: SourceGraph): { readonly names: readonly FoundName[]; readonly problems: readonly string[] } {
  const forms = FORMS.filter(([, example, terms]) => isReadAs(example, terms)).map(([form]): FoundName => ({ class: "filter form", of: "", name: form }));
  const names = Object.entries(FILTERS).flatMap(([list, { grammar }]) => grammarNames(list, grammar));
  const known = Object.values(FILTERS).map(({ constant }) => constant);
  const unknown = grammarsIn(graph).filter((constant) => !known.includes(constant));
  return {
    names: [...forms, ...names, ...sortNames()],
    problems: unknown.map((constant) => `The filter ${constant} is not among FILTERS of lib/tooling/public-names/filter-names.ts.`),
  };
}

/** Values of query keys of pages that are declared as lists. */
export function declaredQueryValues(): readonly FoundName[] {
  const parts = ["region:R", "zone:R/Z", "subzone:R/Z/S", "network:N", "set:app=web"].filter((text) => parseLostPart(text) !== null);
  const { mode } = AuditQuery.shape;
  const declared: Readonly<Record<string, readonly string[]>> = {
    "every page?at": ["2026-08-12T04:16:12Z", "1786508172", "1786508172000"].filter((text) => parseMoment(text) === Date.UTC(2026, 7, 12, 4, 16, 12)),
    "every page?window": [...COMPARISON_WINDOW_NAMES, ...["1786508100-1786529700", "1786508100000-1786529700000"].filter((text) => parseWindow(text) !== null)],
    "/localities?show": SHOWS,
    "/localities?moment": LOSS_MOMENTS,
    "/localities?lost": parts.map((text) => text.replace(/:.*/, ":")),
    "/activity?type": TRANSITIONS,
    "/audit?mode": Object.values(mode._zod.def.innerType._zod.def.entries).filter((one) => one !== ""),
    "/services/preview?from": PREVIEW_START_RESOURCES.map((resource) => `CLUSTER/${resource}/NAMESPACE/NAME`),
  };
  return Object.entries(declared).flatMap(([of, values]) => values.map((name): FoundName => ({ class: "page query value", of, name })));
}

function isReadAs(example: string, terms: readonly string[]): boolean {
  const read: readonly Term[] = parseMachineTerms(example);
  return !read.some(isInvalidTerm) && read.map(formatTerm).join("\n") === terms.join("\n");
}

function grammarNames(list: string, { facets, compared, values, otherNames, otherValues }: FilterGrammar): readonly FoundName[] {
  return [
    ...[...facets, ...compared].map((name): FoundName => ({ class: "filter key", of: list, name })),
    ...[...otherNames].map(([name, value]): FoundName => ({ class: "filter alias", of: list, name, value })),
    ...Object.entries(values).flatMap(([key, fixed]) => (fixed ?? []).map((name): FoundName => ({ class: "filter value", of: `${list}, ${key}:`, name }))),
    ...[...otherValues].map(([name, value]): FoundName => ({ class: "filter value alias", of: list, name, value })),
  ];
}

function sortNames(): readonly FoundName[] {
  const sorts: Readonly<Record<string, Iterable<string>>> = {
    entries: ENTRY_SORTS,
    groups: [...GROUP_SORTS.keys(), ...SHOWN_SORTS.keys()],
    services: HOST_SORTS.keys(),
    findings: ["since", ...Object.keys(FINDING_SORTS)],
    "endpoints of a service": ENDPOINT_SORTS,
  };
  return Object.entries(sorts).flatMap(([of, names]) => [...names].filter((name) => name !== "").map((name): FoundName => ({ class: "list sort", of, name })));
}

/** The constants of the product that are declared as the filter of a list. */
function grammarsIn({ modules }: SourceGraph): readonly string[] {
  return modules
    .filter(({ path }) => path.startsWith("lib/contract/"))
    .flatMap(({ declarations }) => [...declarations.values()])
    .filter(({ node }) => isVariableDeclaration(node) && node.type?.getText().startsWith("FilterGrammar<") === true)
    .map(({ name }) => name);
}
