import type { MachineFacet, Term } from "@/lib/contract/url/filter-term";
import type { ListQuery } from "@/lib/contract/url/list-query";
import { parseLocality } from "@/lib/domain/localities/locality";
import type { LabelSet } from "@/lib/domain/object/label-set";
import { isInScope, type Scope } from "@/lib/domain/source/scope";
import { pickedPlace } from "@/lib/server/fleet/picked-place";
import { isPast } from "@/lib/server/fleet/time-terms";
import { type FacetTest, facetNumber, facetTests } from "./entry-facets";
import { textTest } from "./entry-text";
import { timeAt } from "./entry-times";
import type { FleetStore } from "./fleet-store";
import type { LabelTerm } from "./label-index";

/** What a filter needs beside the fleet's columns. */
export interface Moment {
  /** At which times are compared. It is the list's own: between two entries it does not move. */
  readonly now: number;
  /** How an entry ended that is gone, in the words of its row. */
  readonly endingAt?: ((slot: number) => string) | undefined;
}

/** A query and a scope, ready to test entries one by one. */
export interface EntryFilter {
  /** In the viewer's scope and in the picked clusters and namespaces. Everything that is counted passes this first. */
  readonly inPlace: (slot: number) => boolean;
  /** Text, labels and times. */
  readonly matchesWords: (slot: number) => boolean;
  readonly facets: ReadonlyMap<MachineFacet, (slot: number) => boolean>;
}

export function entryFilter(store: FleetStore, query: ListQuery, scope: Scope, moment: Moment): EntryFilter {
  return filterOf(store, query, scope, moment, false);
}

/** The same for one walk over the fleet, while nothing changes: a value of a facet is tested once. */
export function walkingFilter(store: FleetStore, query: ListQuery, scope: Scope, moment: Moment): EntryFilter {
  return filterOf(store, query, scope, moment, true);
}

export function passes(filter: EntryFilter, slot: number): boolean {
  if (!filter.inPlace(slot) || !filter.matchesWords(slot)) return false;
  for (const test of filter.facets.values()) if (!test(slot)) return false;
  return true;
}

function filterOf(store: FleetStore, query: ListQuery, scope: Scope, moment: Moment, walks: boolean): EntryFilter {
  const tests = wordTests(store, query.terms, moment, walks);
  const facets = [...facetTests(store, query)].map(([facet, test]) => {
    const once = walks ? remembered(test) : test;
    return [facet, (slot: number) => once(facetNumber(store, facet, slot))] as const;
  });
  const isPicked = placeTest(store, query, scope);
  const inPlace = (slot: number) => isPicked(store.columns.int("place", slot));
  return { inPlace, matchesWords: (slot) => tests.every((test) => test(slot)), facets: new Map(facets) };
}

function remembered(test: FacetTest): FacetTest {
  const answers = new Map<number, boolean>();
  return (value) => {
    const known = answers.get(value);
    if (known !== undefined) return known;
    const answer = test(value);
    answers.set(value, answer);
    return answer;
  };
}

/** How many entries are in the viewer's scope and in the picked clusters and namespaces. Costs one step per group. */
export function countInPlace(store: FleetStore, query: ListQuery, scope: Scope): number {
  const isPicked = placeTest(store, query, scope);
  return store.groups.ordered.reduce((sum, { place, members }) => sum + (isPicked(place.id) ? members.size : 0), 0);
}

/** The slots that match the labels of a query, in no order; null where it asks for none. To be used at once: it rests on numbers of today. */
export function matchingLabels(store: FleetStore, query: ListQuery): number[] | null {
  const terms = query.terms.filter((term): term is LabelTerm => term.kind === "label");
  if (terms.length === 0) return null;
  const [single, several] = apart(terms);
  const stored = single.filter(({ key }) => !DERIVED_KEYS.has(key));
  const others = single.filter((term) => !stored.includes(term)).map((term) => derivedTest(store, term));
  return store.labels.matching(stored, [...others, ...several.map((values) => anyValueTest(store, values))]);
}

/** The slots of a namespace that have all these labels, in no order. To be used at once: it rests on numbers of today. */
export function labelledIn(store: FleetStore, placeId: number, labels: LabelSet): number[] {
  const terms = labels.map(([key, value]): LabelTerm => ({ kind: "label", key, value, negated: false }));
  const isHere = (slot: number) => store.columns.int("place", slot) === placeId;
  const derived = terms.filter(({ key }) => DERIVED_KEYS.has(key)).map((term) => derivedTest(store, term));
  return store.labels.matching(
    terms.filter(({ key }) => !DERIVED_KEYS.has(key)),
    [isHere, ...derived],
  );
}

/** Several values of one label are alternatives, as those of a facet are; what is unwanted stands alone. */
function apart(terms: readonly LabelTerm[]): readonly [single: readonly LabelTerm[], several: readonly (readonly LabelTerm[])[]] {
  const byKey = new Map<string, LabelTerm[]>();
  for (const term of terms) if (!term.negated && term.value !== null) byKey.set(term.key, [...(byKey.get(term.key) ?? []), term]);
  const several = [...byKey.values()].filter((values) => values.length > 1);
  const taken = new Set(several.flat());
  return [terms.filter((term) => !taken.has(term)), several];
}

function anyValueTest(store: FleetStore, terms: readonly LabelTerm[]): (slot: number) => boolean {
  const [key, values] = [terms[0]?.key ?? "", new Set(terms.map(({ value }) => value))];
  return (slot) => values.has(labelValue(store, slot, key) ?? null);
}

function wordTests(store: FleetStore, terms: readonly Term[], moment: Moment, walks: boolean): readonly ((slot: number) => boolean)[] {
  const [single, several] = apart(terms.filter((term): term is LabelTerm => term.kind === "label"));
  const others = terms.filter((term) => term.kind !== "facet" && term.kind !== "label");
  return [...[...others, ...single].map((term) => wordTest(store, term, moment, walks)), ...several.map((values) => anyValueTest(store, values))];
}

/** Most have a place: the test of its number is the quick one. */
function derivedTest(store: FleetStore, term: LabelTerm): (slot: number) => boolean {
  const column = DERIVED.get(term.key);
  const test = (slot: number) => (term.value === null ? labelValue(store, slot, term.key) !== undefined : labelValue(store, slot, term.key) === term.value);
  if (column === undefined) return (slot) => test(slot) !== term.negated;
  const wanted = term.value === null ? null : (store.columns.texts.find(term.value) ?? -1);
  return (slot) => {
    const value = store.columns.int(column, slot);
    return (value === 0 ? test(slot) : wanted === null || value === wanted) !== term.negated;
  };
}

/** The answer for a namespace never changes for one query and scope, so it is asked once per namespace, by the number of its place. */
function placeTest(store: FleetStore, query: ListQuery, scope: Scope): (id: number) => boolean {
  const answers: (boolean | undefined)[] = [];
  return (id) => {
    const known = answers[id];
    if (known !== undefined) return known;
    const place = store.places.at(id);
    const answer = pickedPlace(query, place.cluster, place.namespace) && isInScope(scope, place.cluster, "workloadentries", place.namespace);
    answers[id] = answer;
    return answer;
  };
}

function wordTest(store: FleetStore, term: Exclude<Term, { kind: "facet" }>, moment: Moment, walks: boolean): (slot: number) => boolean {
  switch (term.kind) {
    case "misread":
      return () => false;
    case "label": {
      const { key, value, negated } = term;
      return (slot) => (value === null ? labelValue(store, slot, key) !== undefined : labelValue(store, slot, key) === value) !== negated;
    }
    case "time":
      return (slot) => isPast(term, timeAt(store, slot, term.key), moment.now);
    case "text": {
      const finds = textTest(store, term.text, { endingAt: moment.endingAt, walks });
      return (slot) => finds(slot) !== term.negated;
    }
  }
}

const DERIVED: ReadonlyMap<string, "region" | "zone"> = new Map([
  ["topology.kubernetes.io/region", "region"],
  ["topology.kubernetes.io/zone", "zone"],
] as const);
const DERIVED_KEYS: ReadonlySet<string> = new Set([...DERIVED.keys(), "topology.istio.io/subzone", "topology.istio.io/network"]);

/** The value of a label as selectors see it: derived, then metadata, then spec (docs/istio.md#labels). */
export function labelValue(store: FleetStore, slot: number, key: string): string | undefined {
  const { columns } = store;
  for (const [label, column] of DERIVED) if (key === label && columns.text(column, slot) !== "") return columns.text(column, slot);
  if (key === "topology.istio.io/subzone") {
    const { subzone } = parseLocality(columns.text("effectiveLocality", slot));
    if (subzone !== "") return subzone;
  }
  const stored = columns.labelSets.value(columns.int("metadataLabels", slot), key) ?? columns.labelSets.value(columns.int("specLabels", slot), key);
  if (key === "topology.istio.io/network" && !stored) return columns.text("network", slot) || stored;
  return stored;
}
