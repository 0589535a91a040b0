import { truncateText } from "@/lib/domain/object/clean-text";
import { type FilterGrammar, formatTerm, MACHINE_FILTER, type MachineFacet, type Term } from "./filter-term";
import { MAX_FILTER_LENGTH, MAX_FILTER_WORDS, parseTermsWithGrammar } from "./parse-terms";

/** The query of a list. All of it is in the URL. `sort`: a column name, with a leading `-` for descending; "" = worst first. */
export interface ListQuery<F extends string = MachineFacet> {
  readonly clusters: readonly string[];
  readonly namespaces: readonly string[];
  readonly terms: readonly Term<F>[];
  readonly sort: string;
}

const LIMIT = 256;

/** Returns the namespaces of a URL: `ns=a,b` and `ns=a&ns=b` are equal. The name of a namespace has no comma and no blank. */
export function namespacesOfUrl(params: URLSearchParams): readonly string[] {
  return params.getAll("ns").flatMap((value) => value.match(/[^,\s]+/g) ?? []);
}

/** Reads the query of a list of machines. It rejects nothing: a word that is not valid becomes a misread term with the reason. */
export function parseMachinesQuery(search: URLSearchParams | string): ListQuery {
  return parseListQueryWithGrammar(MACHINE_FILTER, search);
}

/** Reads the query of a list with another filter grammar. It rejects nothing. */
export function parseListQueryWithGrammar<F extends string>(grammar: FilterGrammar<F>, search: URLSearchParams | string): ListQuery<F> {
  const params = typeof search === "string" ? new URLSearchParams(search) : search;
  return {
    clusters: sortedUnique(params.getAll("cluster")),
    namespaces: sortedUnique(namespacesOfUrl(params)),
    terms: parseTermsWithGrammar(grammar, params.get("q") ?? ""),
    sort: (params.get("sort") ?? "").slice(0, 32),
  };
}

/** Formats a query in its canonical form. Equal queries give equal strings, which are keys of views and caches. */
export function formatListQuery(query: ListQuery<string>): string {
  const params = new URLSearchParams();
  for (const cluster of query.clusters) params.append("cluster", cluster);
  for (const namespace of query.namespaces) params.append("ns", namespace);
  // The server rejects an address with a longer filter.
  const words = query.terms.slice(0, MAX_FILTER_WORDS).map(formatTerm);
  while (words.join(" ").length > MAX_FILTER_LENGTH) words.pop();
  if (words.length > 0) params.set("q", words.join(" "));
  if (query.sort !== "") params.set("sort", query.sort);
  return params.toString();
}

/** Returns the query after a click on a facet: with the term added, or removed if it was there. */
export function toggleTerm<F extends string>(query: ListQuery<F>, term: Term<F>): ListQuery<F> {
  const spelled = formatTerm(term);
  const without = query.terms.filter((other) => formatTerm(other) !== spelled);
  return { ...query, terms: without.length === query.terms.length ? [...query.terms, term] : without };
}

/** Returns true if the query has this term. */
export function hasTerm(query: ListQuery<string>, term: Term<string>): boolean {
  const spelled = formatTerm(term);
  return query.terms.some((other) => formatTerm(other) === spelled);
}

function sortedUnique(values: readonly string[]): readonly string[] {
  return [...new Set(values.filter((value) => value !== "").map((value) => truncateText(value, LIMIT)))].sort().slice(0, 64);
}
