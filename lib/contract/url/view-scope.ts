import { LOCALITY_FILTER } from "@/lib/contract/views/localities";
import { type FilterGrammar, MACHINE_FILTER, NONE, type Term } from "./filter-term";
import { FINDING_FILTER, GROUP_FILTER, SERVICE_FILTER } from "./list-filters";
import { namespacesIn } from "./list-query";
import { parseTermsOf } from "./parse-terms";
import { pagePaths } from "./paths";

/** What the address of a view names of the clusters, whatever of it its page reads. */
export interface NamedScope {
  readonly clusters: readonly string[];
  readonly namespaces: readonly string[];
  /** True where it names something else that may be in a cluster: a text, a label, a network, a group without its namespace, or what nothing here reads. */
  readonly namesMore: boolean;
}

/** The filter of a list where it is not that of machines. */
const FILTERS: ReadonlyMap<string, FilterGrammar> = new Map<string, FilterGrammar>([
  [pagePaths.groups(), GROUP_FILTER],
  [pagePaths.services(), SERVICE_FILTER],
  [pagePaths.findings(), FINDING_FILTER],
  [pagePaths.localities(), LOCALITY_FILTER],
]);

/** Words of an address that say how something is shown, or when: none of them names an object or a place. */
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

/** How a part that is supposed to be lost begins, where a filter chooses its machines. */
const CHOSEN = "set:";

/** What the address of a view names, by its query: in words of their own (`ns=`), and in those of the filter. The address is one that `viewAddress` gave. */
export function scopeNamedBy(address: string): NamedScope {
  const [path = "", search = ""] = address.split(/\?(.*)/s);
  const params = new URLSearchParams(search);
  const named = { clusters: params.getAll("cluster").filter(isSaid), namespaces: [...namespacesIn(params)], namesMore: false };
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
  for (const term of parseTermsOf(grammar, text)) note(named, term, grammar);
}

function note(named: Noted, term: Term<string>, { values }: FilterGrammar): void {
  if (term.kind === "time") return;
  if (term.kind !== "facet") named.namesMore = true;
  else if (term.value === NONE || values[term.facet] !== undefined) return;
  else if (term.facet === "cluster") named.clusters.push(term.value);
  else if (term.facet === "namespace" || term.facet === "caller") named.namespaces.push(term.value);
  else if (term.facet === "group") noteGroup(named, term.value);
  else named.namesMore = true;
}

/** NAMESPACE/NAME, or a name alone. */
function noteGroup(named: Noted, group: string): void {
  const [namespace = "", name] = group.split("/", 2);
  if (name === undefined) named.namesMore = true;
  else if (isSaid(namespace)) named.namespaces.push(namespace);
}

function isSaid(text: string): boolean {
  return text !== "";
}
