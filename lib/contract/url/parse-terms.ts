import { truncateText } from "@/lib/domain/object/clean-text";
import { nearestWord } from "@/lib/domain/object/nearest-word";
import { parseKubectlDuration } from "@/lib/domain/object/timestamp";
import {
  COMPARISONS,
  type DurationKey,
  type FilterGrammar,
  formatTerm,
  type InvalidTermReason,
  KEY_PATTERN,
  MACHINE_FILTER,
  startsWithAnyKey,
  type Term,
} from "./filter-term";

/** The longest filter, in characters. */
export const MAX_FILTER_LENGTH = 4096;
export const MAX_FILTER_WORDS = 32;
const LONGEST_TERM = 256;

/**
 * Reads the filter of a list of machines: words separated by blanks. `key:value` and `-key:value`, several values with commas; `label=value`, `label!=value`
 * and kubectl's `label in (a,b)`; `age>5d`; anything else is text. A value with blanks or commas needs double quotes. At most 32 terms of 256 characters.
 */
export function parseMachineTerms(text: string): readonly Term[] {
  return parseTermsWithGrammar(MACHINE_FILTER, text);
}

/** Reads a filter with another grammar, with the same syntax and limits. */
export function parseTermsWithGrammar<F extends string>(grammar: FilterGrammar<F>, text: string): readonly Term<F>[] {
  const terms = new Map<string, Term<F>>();
  for (const word of splitWords(text).slice(0, MAX_FILTER_WORDS))
    for (const term of termsOf(truncateText(word, LONGEST_TERM), grammar)) terms.set(formatTerm(term), terms.get(formatTerm(term)) ?? term);
  return [...terms.values()].slice(0, MAX_FILTER_WORDS);
}

/** A set in kubectl's syntax is one word, also with blanks. */
const WORDS = /[^\s"=:!(),]+\s+(?:in|notin)\s+\([^()"]*\)|(?:[^\s"]|"(?:[^"\\]|\\.)*"?)+/g;
const SET = /^(\S+)\s+(in|notin)\s+\((.*)\)$/s;

/** Splits a filter at blanks outside quotes. */
export function splitWords(text: string): readonly string[] {
  return truncateText(text, MAX_FILTER_LENGTH).match(WORDS) ?? [];
}

function termsOf<F extends string>(word: string, grammar: FilterGrammar<F>): readonly Term<F>[] {
  const set = SET.exec(word);
  if (set !== null && LABEL_KEY.test(set[1] ?? ""))
    return valuesIn(set[3] ?? "").map((value): Term<F> => ({ kind: "label", key: set[1] ?? "", value, negated: set[2] === "notin" }));
  const isNegated = word.length > 1 && (word.startsWith("!") || (word.startsWith("-") && isLabelOrKeyed(word.slice(1))));
  const body = isNegated ? word.slice(1) : word;
  if (body.startsWith('"')) return [{ kind: "text", text: unquoted(body), negated: isNegated }];
  if (startsWithAnyKey(body)) return keyedTerms({ word, body, negated: isNegated }, grammar);
  return labelTerms(body, isNegated) ?? [{ kind: "text", text: unquoted(body), negated: isNegated }];
}

function isLabelOrKeyed(body: string): boolean {
  return !body.startsWith('"') && (startsWithAnyKey(body) || labelTerms(body, false) !== null);
}

/** Keys of values that a text without a key already searches. */
const PLAIN_KEYS: ReadonlySet<string> = new Set(["name", "address", "ip", "host", "hostname", "message", "why"]);

interface KeyedWord {
  readonly word: string;
  readonly body: string;
  readonly negated: boolean;
}

function keyedTerms<F extends string>({ word, body, negated }: KeyedWord, grammar: FilterGrammar<F>): readonly Term<F>[] {
  const [head = "", written = "", sign = ""] = KEY_PATTERN.exec(body) ?? [];
  const rest = body.slice(head.length);
  const key: string = grammar.otherNames.get(written.toLowerCase()) ?? written.toLowerCase();
  const facet = grammar.facets.find((one) => one === key);
  const compared = grammar.compared.find((one) => one === key);
  if (compared !== undefined) return [timeTerm(word, compared, sign + rest, negated)];
  if (facet !== undefined) return sign === ":" ? facetTerms({ word, body: rest, negated }, facet, grammar) : [misread(word, { code: "not-compared", key })];
  if (PLAIN_KEYS.has(key)) return [misread(word, { code: "plain", key, value: unquoted(rest) })];
  // "connect: connection refused" is text from a probe, and no key.
  if (rest === "" && sign === ":") return [{ kind: "text", text: body, negated }];
  if (sign !== ":") return [misread(word, { code: "not-compared", key: written })];
  return [misread(word, { code: "key", key: written, nearest: nearestWord(key, [...grammar.facets, ...grammar.compared]) })];
}

function facetTerms<F extends string>({ word, body, negated }: KeyedWord, facet: F, grammar: FilterGrammar<F>): readonly Term<F>[] {
  const values = valuesIn(body).filter((value) => value !== "");
  if (values.length === 0) return [misread(word, { code: "no-value", key: facet })];
  const fixed = grammar.values[facet];
  return values.map((written): Term<F> => {
    if (fixed === undefined) return { kind: "facet", facet, value: written, negated };
    const value = fixedValue(written, fixed, grammar);
    if (value !== null) return { kind: "facet", facet, value, negated };
    const sign = negated ? "!" : "";
    const spelled = formatTerm({ kind: "facet", facet, value: written, negated: false });
    return misread(`${sign}${spelled}`, {
      code: "value",
      key: facet,
      value: written,
      nearest: nearestWord(written, [...fixed, ...(grammar.pageWords?.values() ?? [])]),
    });
  });
}

function fixedValue(written: string, values: readonly string[], { otherValues }: FilterGrammar): string | null {
  const plain = written.toLowerCase();
  const word = otherValues.get(plain.replace(/[\s_-]/g, "")) ?? plain;
  return values.find((value) => value === word) ?? null;
}

function timeTerm(word: string, key: DurationKey, rest: string, negated: boolean): Term<never> {
  const written = rest.replace(/^:/, "");
  const comparison = COMPARISONS.find((one) => written.startsWith(one));
  if (written === "") return misread(word, { code: "no-value", key });
  if (comparison === undefined) return misread(word, { code: "no-comparison", key, value: unquoted(written) });
  const value = unquoted(written.slice(comparison.length)).toLowerCase();
  const ms = parseKubectlDuration(value);
  if (ms !== null) return { kind: "time", key, comparison, span: value, ms, negated };
  return misread(word, value === "" ? { code: "no-value", key } : { code: "duration", key, comparison, value });
}

/** Matches label keys of Kubernetes, and keys in other scripts: the labels in the spec of a WorkloadEntry are not validated. */
const LABEL_KEY = /^[\p{L}\p{N}_][\p{L}\p{N}_./-]*$/u;

/** Reads `app=cart`, `app!=cart`, `app=cart,billing`, and `app=cart,tier=web` as in kubectl's selectors; null if the word is no label. */
function labelTerms(body: string, negated: boolean): readonly Term<never>[] | null {
  if (body.indexOf("=") <= 0) return null;
  const terms: Term<never>[] = [];
  let [key, isDifferent] = ["", false];
  for (const part of partsOf(body)) {
    const equals = part.startsWith('"') ? -1 : part.indexOf("=");
    const differs = part[equals - 1] === "!";
    const name = part.slice(0, Math.max(0, differs ? equals - 1 : equals));
    if (equals > 0 && !LABEL_KEY.test(name)) return null;
    if (equals > 0) [key, isDifferent] = [name, differs];
    if (key === "") return null;
    const value = unquoted(equals > 0 ? part.slice(equals + 1).replace(/^=/, "") : part);
    if (terms.length > 0 && value === "" && equals <= 0) continue;
    terms.push({ kind: "label", key, value: value === "*" ? null : value, negated: negated !== isDifferent });
  }
  return terms.length === 0 ? null : terms;
}

/** Splits a text at commas outside quotes. */
function partsOf(text: string): readonly string[] {
  return text.match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? [""];
}

function valuesIn(text: string): readonly string[] {
  return partsOf(text).map((part) => unquoted(part.trim()));
}

function unquoted(value: string): string {
  if (!value.startsWith('"')) return value;
  const body = value.endsWith('"') && value.length > 1 ? value.slice(1, -1) : value.slice(1);
  return body.replace(/\\(.)/g, "$1");
}

function misread(word: string, why: InvalidTermReason): Term<never> {
  return { kind: "misread", word, why, negated: false };
}
