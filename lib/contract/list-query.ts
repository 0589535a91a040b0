import { cutText } from "@/lib/domain/clean-text";
/** The facets a list can be filtered by, in the words of the filter box. */
export const FACETS = ["state", "group", "zone", "region", "network", "replica", "revision", "origin", "cluster"] as const;
export type FacetKey = (typeof FACETS)[number];

/** One word of the filter box. `negated` words are written with a leading `!`. */
export type Term =
  | { readonly kind: "text"; readonly text: string; readonly negated: boolean }
  | { readonly kind: "label"; readonly key: string; readonly value: string | null; readonly negated: boolean }
  | { readonly kind: "facet"; readonly facet: FacetKey; readonly value: string; readonly negated: boolean };

/** What a list shows: all of it stands in the URL. Sort is a column name, with `-` in front for descending; "" = worst first. */
export interface ListQuery {
  readonly clusters: readonly string[];
  readonly namespaces: readonly string[];
  readonly terms: readonly Term[];
  readonly sort: string;
}

const LIMIT = 256;

/** Reads a URL's query. Nothing is refused: an unreadable word is searched for as text. At most 32 terms of 256 characters. */
export function parseListQuery(search: URLSearchParams | string): ListQuery {
  const params = typeof search === "string" ? new URLSearchParams(search) : search;
  return {
    clusters: sortedUnique(params.getAll("cluster")),
    namespaces: sortedUnique(params.getAll("ns")),
    terms: parseTerms(params.get("q") ?? ""),
    sort: (params.get("sort") ?? "").slice(0, 32),
  };
}

/** The canonical form: equal queries give equal strings, so that views and caches can be keyed by it. */
export function formatListQuery(query: ListQuery): string {
  const params = new URLSearchParams();
  for (const cluster of query.clusters) params.append("cluster", cluster);
  for (const namespace of query.namespaces) params.append("ns", namespace);
  const words = query.terms.map(formatTerm);
  if (words.length > 0) params.set("q", words.join(" "));
  if (query.sort !== "") params.set("sort", query.sort);
  return params.toString();
}

/** Reads the filter box: words divided by blanks; a value with blanks stands in double quotes. */
export function parseTerms(text: string): readonly Term[] {
  const terms: Term[] = [];
  const seen = new Set<string>();
  for (const word of wordsOf(text).slice(0, 32)) {
    const term = parseTerm(cutText(word, LIMIT));
    const spelled = formatTerm(term);
    if (seen.has(spelled)) continue;
    seen.add(spelled);
    terms.push(term);
  }
  return terms;
}

/** One term as the filter box spells it. */
export function formatTerm(term: Term): string {
  const sign = term.negated ? "!" : "";
  if (term.kind === "facet") return `${sign}${term.facet}:${quoted(term.value)}`;
  if (term.kind === "label") return term.value === null ? `${sign}${quoted(term.key)}=*` : `${sign}${quoted(term.key)}=${quoted(term.value)}`;
  return `${sign}${quotedText(term.text)}`;
}

/** Adds the term where it is missing, takes it away where it stands: what a click on a facet does. */
export function toggleTerm(query: ListQuery, term: Term): ListQuery {
  const spelled = formatTerm(term);
  const without = query.terms.filter((other) => formatTerm(other) !== spelled);
  return { ...query, terms: without.length === query.terms.length ? [...query.terms, term] : without };
}

/** Is the term in force? */
export function hasTerm(query: ListQuery, term: Term): boolean {
  const spelled = formatTerm(term);
  return query.terms.some((other) => formatTerm(other) === spelled);
}

function parseTerm(word: string): Term {
  const negated = word.length > 1 && word.startsWith("!");
  const body = negated ? word.slice(1) : word;
  const facet = FACETS.find((key) => body.startsWith(`${key}:`));
  if (facet !== undefined) return { kind: "facet", facet, value: unquoted(body.slice(facet.length + 1)), negated };
  const equals = body.startsWith('"') ? -1 : body.indexOf("=");
  if (equals > 0) {
    const differs = body[equals - 1] === "!";
    const key = body.slice(0, differs ? equals - 1 : equals);
    const value = unquoted(body.slice(equals + 1).replace(/^=/, ""));
    if (key !== "") return { kind: "label", key, value: value === "*" ? null : value, negated: negated !== differs };
  }
  return { kind: "text", text: unquoted(body), negated };
}

function wordsOf(text: string): string[] {
  return cutText(text, 4096).match(/(?:[^\s"]|"(?:[^"\\]|\\.)*"?)+/g) ?? [];
}

function quoted(value: string): string {
  return /[\s"\\]/.test(value) ? `"${value.replace(/["\\]/g, "\\$&")}"` : value;
}

/** A text that would be read as something else is quoted. */
function quotedText(text: string): string {
  const plain = text !== "" && !/[\s"\\=]/.test(text) && !text.startsWith("!") && !FACETS.some((key) => text.startsWith(`${key}:`));
  return plain ? text : `"${text.replace(/["\\]/g, "\\$&")}"`;
}

function unquoted(value: string): string {
  if (!value.startsWith('"')) return value;
  const body = value.endsWith('"') && value.length > 1 ? value.slice(1, -1) : value.slice(1);
  return body.replace(/\\(.)/g, "$1");
}

function sortedUnique(values: readonly string[]): readonly string[] {
  return [...new Set(values.filter((value) => value !== "").map((value) => cutText(value, LIMIT)))].sort().slice(0, 64);
}
