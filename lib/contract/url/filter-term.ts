import { ENTRY_ORIGINS } from "@/lib/domain/entry/origin";
import { STATES } from "@/lib/domain/verdict/verdict";

/** The facets of a list of machines, as the filter box names them. */
export const MACHINE_FACETS = ["state", "group", "zone", "region", "network", "replica", "revision", "origin", "cluster", "namespace"] as const;
/** The key of a facet, as the filter box spells it. */
export type MachineFacet = (typeof MACHINE_FACETS)[number];

/** The name of an empty value in a facet and in a filter. */
export const EMPTY_FACET_VALUE = "none";

/** The durations that a filter compares: the age of the entry, the time in its state, and the age of its connection. */
export const DURATION_KEYS = ["age", "for", "connected"] as const;
export type DurationKey = (typeof DURATION_KEYS)[number];

export const COMPARISONS = ["<=", ">=", "<", ">"] as const;
type Comparison = (typeof COMPARISONS)[number];

/** The grammar of the filter of a list: its keys, and the values of each key with a fixed set. */
export interface FilterGrammar<F extends string = string> {
  readonly facets: readonly F[];
  readonly compared: readonly DurationKey[];
  readonly values: Readonly<Partial<Record<F, readonly string[]>>>;
  /** Other names that users type for a key. */
  readonly otherNames: ReadonlyMap<string, F | DurationKey>;
  /** Other spellings of a fixed value (lower case, without blanks), each with that value. */
  readonly otherValues: ReadonlyMap<string, string>;
  /** The word that pages use for a fixed value, if it differs from the value. A filter accepts both. */
  readonly pageWords?: ReadonlyMap<string, string>;
}

/** The filter of lists of machines and groups. */
export const MACHINE_FILTER: FilterGrammar<MachineFacet> = {
  facets: MACHINE_FACETS,
  compared: DURATION_KEYS,
  values: { state: STATES, origin: ENTRY_ORIGINS },
  otherNames: new Map([
    ["status", "state"],
    ["is", "state"],
    ["ns", "namespace"],
    ["wg", "group"],
    ["workloadgroup", "group"],
    ["rev", "revision"],
    ["controller", "replica"],
    ["since", "for"],
  ]),
  otherValues: new Map([
    ["awaitingfirstprobe", "awaiting"],
    ["notchecked", "unchecked"],
    ["lost", "vanished"],
    ["starting", "awaiting"],
  ]),
  // The other words of states are exact states too, and select only these.
  pageWords: new Map([
    ["vanished", "lost"],
    ["awaiting", "starting"],
    ["unchecked", "not-checked"],
  ]),
};

/** The reason why a word of a filter is not valid. */
export type InvalidTermReason =
  /** `foo:bar`: the key does not exist. */
  | { readonly code: "key"; readonly key: string; readonly nearest: string | null }
  /** `name:x`: names need no key. */
  | { readonly code: "plain"; readonly key: string; readonly value: string }
  /** `state:foo`: the key has a fixed set of values without this one. */
  | { readonly code: "value"; readonly key: string; readonly value: string; readonly nearest: string | null }
  /** `zone:` without a value. */
  | { readonly code: "no-value"; readonly key: string }
  /** `age:5d`: a duration needs a comparison. */
  | { readonly code: "no-comparison"; readonly key: DurationKey; readonly value: string }
  /** `zone>5`: this key has no comparison. */
  | { readonly code: "not-compared"; readonly key: string }
  /** `age>banana`: the value is not a duration. */
  | { readonly code: "duration"; readonly key: DurationKey; readonly comparison: Comparison; readonly value: string };

/** One word of a filter, with the facets of its list. A negated word begins with `!` or, before a key, `-`. A misread word matches nothing. */
export type Term<F extends string = MachineFacet> =
  | { readonly kind: "text"; readonly text: string; readonly negated: boolean }
  | { readonly kind: "label"; readonly key: string; readonly value: string | null; readonly negated: boolean }
  | { readonly kind: "facet"; readonly facet: F; readonly value: string; readonly negated: boolean }
  | { readonly kind: "time"; readonly key: DurationKey; readonly comparison: Comparison; readonly span: string; readonly ms: number; readonly negated: boolean }
  | { readonly kind: "misread"; readonly word: string; readonly why: InvalidTermReason; readonly negated: false };

export type InvalidTerm = Extract<Term, { readonly kind: "misread" }>;

/** Returns true for a word that is not valid. */
export function isInvalidTerm(term: Term<string>): term is InvalidTerm {
  return term.kind === "misread";
}

/** Formats a term as the filter box shows it. Parsing the result gives the same term. */
export function formatTerm(term: Term<string>): string {
  const sign = term.negated ? "!" : "";
  switch (term.kind) {
    case "facet":
      return `${sign}${term.facet}:${quoted(term.value)}`;
    case "label":
      return `${sign}${quoted(term.key)}=${term.value === null ? "*" : quoted(term.value)}`;
    case "time":
      return `${sign}${term.key}${term.comparison}${term.span}`;
    case "text":
      return `${sign}${readsAsText(term.text) ? term.text : inQuotes(term.text)}`;
    case "misread":
      return term.word;
  }
}

/** Matches a key, known or not: a word with a colon or a comparison. URLs do not match. */
export const KEY_PATTERN = /^([A-Za-z][A-Za-z-]*)(:(?!\/\/)|(?:<=|>=|<|>))/;
/** IPv6 addresses contain colons and are not keys: `fd00::1`, `fe80:0:1`. */
const IPV6 = /^(?=(?:[^:]*:){2})[0-9a-fA-F:.]+$/;

/** Returns true if a word begins with a key, known or not. */
export function startsWithAnyKey(word: string): boolean {
  return KEY_PATTERN.test(word) && !IPV6.test(word);
}

/** Returns true if the text needs no quotes to be parsed as text. */
function readsAsText(text: string): boolean {
  return text !== "" && !/[\s"\\=]/.test(text) && !text.startsWith("!") && !startsWithAnyKey(text.replace(/^-/, ""));
}

function quoted(value: string): string {
  return /^=|[\s"\\,]/.test(value) ? inQuotes(value) : value;
}

function inQuotes(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}
