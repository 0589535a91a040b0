import { LOCALITY_FILTER } from "@/lib/contract/views/localities";
import { EMPTY_FACET_VALUE, type FilterGrammar, MACHINE_FILTER, type Term } from "./filter-term";
import { FINDING_FILTER, GROUP_FILTER, INCIDENT_FILTER, SERVICE_FILTER } from "./list-filters";
import { namespacesOfUrl } from "./list-query";
import { parseTermsWithGrammar } from "./parse-terms";
import { pagePaths } from "./paths";

/** The clusters and namespaces that the address of a view names. Keys that the page of the view ignores count too. */
export interface ViewAddressScope {
  readonly clusters: readonly string[];
  readonly namespaces: readonly string[];
  /** True if the address has another name that may be from a cluster: a text, a label, a network, a group without its namespace, or an unknown key. */
  readonly namesMore: boolean;
}

/** The filters of lists that differ from the filter of machines. */
const FILTERS: ReadonlyMap<string, FilterGrammar> = new Map<string, FilterGrammar>([
  [pagePaths.groups(), GROUP_FILTER],
  [pagePaths.services(), SERVICE_FILTER],
  [pagePaths.findings(), FINDING_FILTER],
  [pagePaths.incidents(), INCIDENT_FILTER],
  [pagePaths.localities(), LOCALITY_FILTER],
]);

/** Keys of an address that set only the display or the time. None of them names an object, a cluster or a namespace. */
const OF_DISPLAY: ReadonlySet<string> = new Set([
  "sort",
  "cols",
  "at",
  "window",
  "as",
  "caller",
  "show",
  "display",
  "mode",
  "type",
  "all",
  "moment",
  "headroom",
]);

/** The prefix of a supposed loss whose machines a filter selects. */
const CHOSEN = "set:";

/** Returns the names in the query of a view's address: in its own keys (`ns=`) and in the filter. `address`: a result of `parseViewAddress`. */
export function scopeOfViewAddress(address: string): ViewAddressScope {
  const [path = "", search = ""] = address.split(/\?(.*)/s);
  const params = new URLSearchParams(search);
  const named = { clusters: params.getAll("cluster").filter(isSaid), namespaces: [...namespacesOfUrl(params)], namesMore: false };
  const grammar = FILTERS.get(path) ?? MACHINE_FILTER;
  for (const [key, value] of params) {
    if (key === "q") noteFilter(named, value, grammar);
    else if (key === "lost" && value.startsWith(CHOSEN)) noteFilter(named, value.slice(CHOSEN.length), MACHINE_FILTER);
    else if (key === "of" && path === pagePaths.networks() && isSaid(value)) named.clusters.push(value);
    else if (key === "group") noteGroup(named, value);
    else if (key !== "cluster" && key !== "ns" && !OF_DISPLAY.has(key)) named.namesMore = true;
  }
  return named;
}

interface Noted {
  readonly clusters: string[];
  readonly namespaces: string[];
  namesMore: boolean;
}

function noteFilter(named: Noted, text: string, grammar: FilterGrammar): void {
  for (const term of parseTermsWithGrammar(grammar, text)) note(named, term, grammar);
}

function note(named: Noted, term: Term<string>, { values }: FilterGrammar): void {
  if (term.kind === "time") return;
  if (term.kind !== "facet") named.namesMore = true;
  else if (term.value === EMPTY_FACET_VALUE || values[term.facet] !== undefined) return;
  else if (term.facet === "cluster") named.clusters.push(term.value);
  else if (term.facet === "namespace" || term.facet === "caller") named.namespaces.push(term.value);
  else if (term.facet === "group") noteGroup(named, term.value);
  else named.namesMore = true;
}

/** Adds the namespace of a group. `group`: NAMESPACE/NAME, or a name alone. */
function noteGroup(named: Noted, group: string): void {
  const [namespace = "", name] = group.split("/", 2);
  if (name === undefined) named.namesMore = true;
  else if (isSaid(namespace)) named.namespaces.push(namespace);
}

function isSaid(text: string): boolean {
  return text !== "";
}
