import type { Origin } from "@/lib/domain/origin-of";
import { STATES } from "@/lib/domain/verdict";

/** The facets a list can be filtered by, in the words of the filter box. */
export const FACETS = ["state", "group", "zone", "region", "network", "replica", "revision", "origin", "cluster", "namespace"] as const;
export type FacetKey = (typeof FACETS)[number];

/** What an empty value is called in a facet and in a filter. */
export const NONE = "none";

/** The columns of time that a filter compares: how old the entry is, how long it is in its state, how old its connection is. */
export const COMPARED = ["age", "for", "connected"] as const;
export type ComparedKey = (typeof COMPARED)[number];

export const COMPARISONS = ["<=", ">=", "<", ">"] as const;
export type Comparison = (typeof COMPARISONS)[number];

const ORIGINS = ["auto-registered", "hand-written-checked", "hand-written", "unreadable"] as const satisfies readonly Origin[];

/** Facets with values that never change, as a filter spells them. */
export const FIXED_VALUES = { state: STATES, origin: ORIGINS } as const;

/** What a filter can be made of, for whoever explains it. */
export const FILTER_KEYS = { facets: FACETS, compared: COMPARED, values: FIXED_VALUES } as const;

/** Why a word of a filter was not understood. */
export type Misreading =
  /** `foo:bar`: there is no such key. */
  | { readonly code: "key"; readonly key: string; readonly nearest: FacetKey | ComparedKey | null }
  /** `name:x`: names need no key. */
  | { readonly code: "plain"; readonly key: string; readonly value: string }
  /** `state:foo`: the key has a fixed set of values, and this is none of them. */
  | { readonly code: "value"; readonly key: keyof typeof FIXED_VALUES; readonly value: string; readonly nearest: string | null }
  /** `zone:` without a value. */
  | { readonly code: "no-value"; readonly key: string }
  /** `age:5d`: a time is compared. */
  | { readonly code: "no-comparison"; readonly key: ComparedKey; readonly value: string }
  /** `zone>5`: this key cannot be compared. */
  | { readonly code: "not-compared"; readonly key: string }
  /** `age>banana`: no length of time. */
  | { readonly code: "duration"; readonly key: ComparedKey; readonly comparison: Comparison; readonly value: string };

/** One word of a filter. `negated` words are written with a leading `!` or, before a key, `-`. What was not understood matches nothing. */
export type Term =
  | { readonly kind: "text"; readonly text: string; readonly negated: boolean }
  | { readonly kind: "label"; readonly key: string; readonly value: string | null; readonly negated: boolean }
  | { readonly kind: "facet"; readonly facet: FacetKey; readonly value: string; readonly negated: boolean }
  | { readonly kind: "time"; readonly key: ComparedKey; readonly comparison: Comparison; readonly span: string; readonly ms: number; readonly negated: boolean }
  | { readonly kind: "misread"; readonly word: string; readonly why: Misreading; readonly negated: false };

export type Misread = Term & { readonly kind: "misread" };

/** Is this a word that was not understood? */
export function isMisread(term: Term): term is Misread {
  return term.kind === "misread";
}

/** One term as the filter box spells it: reading it again gives the same term. */
export function formatTerm(term: Term): string {
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
