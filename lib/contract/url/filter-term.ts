import { ORIGINS } from "@/lib/domain/entry/origin";
import { STATES } from "@/lib/domain/verdict/verdict";

/** The facets a list can be filtered by, in the words of the filter box. */
export const FACETS = ["state", "group", "zone", "region", "network", "replica", "revision", "origin", "cluster", "namespace"] as const;
export type FacetKey = (typeof FACETS)[number];

/** What an empty value is called in a facet and in a filter. */
export const NONE = "none";

/** The columns of time that a filter compares: how old the entry is, how long it is in its state, how old its connection is. */
export const COMPARED = ["age", "for", "connected"] as const;
export type ComparedKey = (typeof COMPARED)[number];

export const COMPARISONS = ["<=", ">=", "<", ">"] as const;
type Comparison = (typeof COMPARISONS)[number];

/** What the filter of a list can be made of: the keys that its rows have, and for whoever explains it the values of those with a fixed set. */
export interface FilterGrammar<F extends string = string> {
  readonly facets: readonly F[];
  readonly compared: readonly ComparedKey[];
  readonly values: Readonly<Partial<Record<F, readonly string[]>>>;
  /** Other names that people give to a key. */
  readonly otherNames: ReadonlyMap<string, F | ComparedKey>;
  /** Other spellings of a fixed value, in lower case and without blanks, by the key's. */
  readonly otherValues: ReadonlyMap<string, string>;
  /** The word of the pages for a fixed value, if it differs from the value. A filter accepts both. */
  readonly pageWords?: ReadonlyMap<string, string>;
}

/** The filter of lists of machines and groups. */
export const MACHINE_FILTER: FilterGrammar<FacetKey> = {
  facets: FACETS,
  compared: COMPARED,
  values: { state: STATES, origin: ORIGINS },
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

/** Why a word of a filter was not understood. */
export type Misreading =
  /** `foo:bar`: there is no such key. */
  | { readonly code: "key"; readonly key: string; readonly nearest: string | null }
  /** `name:x`: names need no key. */
  | { readonly code: "plain"; readonly key: string; readonly value: string }
  /** `state:foo`: the key has a fixed set of values, and this is none of them. */
  | { readonly code: "value"; readonly key: string; readonly value: string; readonly nearest: string | null }
  /** `zone:` without a value. */
  | { readonly code: "no-value"; readonly key: string }
  /** `age:5d`: a time is compared. */
  | { readonly code: "no-comparison"; readonly key: ComparedKey; readonly value: string }
  /** `zone>5`: this key cannot be compared. */
  | { readonly code: "not-compared"; readonly key: string }
  /** `age>banana`: no length of time. */
  | { readonly code: "duration"; readonly key: ComparedKey; readonly comparison: Comparison; readonly value: string };

/** One word of a filter, whose facets are those of its list. `negated` words are written with a leading `!` or, before a key, `-`. What was not understood matches nothing. */
export type Term<F extends string = FacetKey> =
  | { readonly kind: "text"; readonly text: string; readonly negated: boolean }
  | { readonly kind: "label"; readonly key: string; readonly value: string | null; readonly negated: boolean }
  | { readonly kind: "facet"; readonly facet: F; readonly value: string; readonly negated: boolean }
  | { readonly kind: "time"; readonly key: ComparedKey; readonly comparison: Comparison; readonly span: string; readonly ms: number; readonly negated: boolean }
  | { readonly kind: "misread"; readonly word: string; readonly why: Misreading; readonly negated: false };

export type Misread = Extract<Term, { readonly kind: "misread" }>;

/** Is this a word that was not understood? */
export function isMisread(term: Term<string>): term is Misread {
  return term.kind === "misread";
}

/** One term as the filter box spells it: reading it again gives the same term. */
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

/** What begins with a key, and what looks like one: a word and a colon or a comparison, as long as it is no address and no URL. */
export const KEYED = /^([A-Za-z][A-Za-z-]*)(:(?!\/\/)|(?:<=|>=|<|>))/;
/** Addresses of IPv6 hold colons: `fd00::1`, `fe80:0:1`. */
const IPV6 = /^(?=(?:[^:]*:){2})[0-9a-fA-F:.]+$/;

/** Does a word begin with a key, one that is known or not? */
export function isKeyed(word: string): boolean {
  return KEYED.test(word) && !IPV6.test(word);
}

/** A text that would be read as something else is quoted. */
function readsAsText(text: string): boolean {
  return text !== "" && !/[\s"\\=]/.test(text) && !text.startsWith("!") && !isKeyed(text.replace(/^-/, ""));
}

function quoted(value: string): string {
  return /^=|[\s"\\,]/.test(value) ? inQuotes(value) : value;
}

function inQuotes(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}
