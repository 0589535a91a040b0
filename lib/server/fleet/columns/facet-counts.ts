import { formatTerm, type MachineFacet, type Term } from "@/lib/contract/url/filter-term";
import type { Facet } from "@/lib/contract/views/values";
import { compareText } from "@/lib/domain/object/compare-text";
import { nearestWord } from "@/lib/domain/object/nearest-word";
import { STATES } from "@/lib/domain/verdict/verdict";
import { facetText, spellingsOf } from "./entry-facets";
import type { FleetStore } from "./fleet-store";

/** How many values of a facet a reader gets. */
const FACET_VALUES = 12;
const ORDER: readonly string[] = STATES;

type Counts = Map<number, number>;

/** Adds to a count; one that comes to nothing is forgotten. */
export function add(counts: Counts, value: number, by: number): void {
  const count = (counts.get(value) ?? 0) + by;
  if (count === 0) counts.delete(value);
  else counts.set(value, count);
}

/** Counts what many slots have. */
export function tallyInto(counts: Counts, slots: readonly number[], numberOf: (slot: number) => number): void {
  let last = -1;
  let run = 0;
  // In any order of the fleet neighbours tend to have the same value.
  for (const slot of slots) {
    const value = numberOf(slot);
    if (value === last) {
      run++;
      continue;
    }
    if (run > 0) add(counts, last, run);
    last = value;
    run = 1;
  }
  if (run > 0) add(counts, last, run);
}

/** A facet as readers see it: states worst first, everything else the most frequent first, cut to a dozen. */
export function facetOf(store: FleetStore, key: MachineFacet, counts: Counts): Facet {
  const byText = new Map<string, number>();
  for (const [value, count] of counts) {
    const text = facetText(store, key, value);
    byText.set(text, (byText.get(text) ?? 0) + count);
  }
  const values = key === "state" ? [...byText].sort(worstFirst) : mostFrequent([...byText]);
  return { key, values: values.slice(0, FACET_VALUES).map(([value, count]) => ({ value, count })), more: Math.max(0, values.length - FACET_VALUES) };
}

/** The most frequent dozen first; the rest is only counted, so it is not sorted. */
function mostFrequent(values: [string, number][]): [string, number][] {
  if (values.length <= 4 * FACET_VALUES) return values.sort(mostFirst);
  const least = values.map(([, count]) => count).sort((a, b) => b - a)[FACET_VALUES - 1] ?? 0;
  const [most, rest]: [[string, number][], [string, number][]] = [[], []];
  for (const value of values) (value[1] >= least ? most : rest).push(value);
  return [...most.sort(mostFirst), ...rest];
}

function mostFirst(a: readonly [string, number], b: readonly [string, number]): number {
  return b[1] - a[1] || compareText(a[0], b[0]);
}

function worstFirst(a: readonly [string, number], b: readonly [string, number]): number {
  return ORDER.indexOf(a[0]) - ORDER.indexOf(b[0]);
}

/** So many values are looked through for one that is spelled alike. */
const SPELLINGS = 2_000;

/** The wanted values that are not among those counted, each with the one that is spelled most like it; nothing of a facet without any. */
export function absentValues(store: FleetStore, terms: readonly Term[], counts: ReadonlyMap<MachineFacet, Counts>): { term: string; nearest: string | null }[] {
  const absent: { term: string; nearest: string | null }[] = [];
  for (const term of terms) {
    if (term.kind !== "facet" || term.negated || term.facet === "state") continue;
    const values = [...(counts.get(term.facet)?.keys() ?? [])];
    if (values.length === 0) continue;
    const spelled = values.flatMap((value) => spellingsOf(term.facet, facetText(store, term.facet, value)));
    if (!spelled.includes(term.value)) absent.push({ term: formatTerm(term), nearest: nearestWord(term.value, spelled.slice(0, SPELLINGS)) });
  }
  return absent;
}
