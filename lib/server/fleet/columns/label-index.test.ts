import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Term } from "@/lib/contract/url/filter-term";
import { parseMachinesQuery } from "@/lib/contract/url/list-query";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { type LabelSet, sortedLabelSet, valueOfLabel } from "@/lib/domain/object/label-set";
import { effectiveLabels } from "@/lib/testing/effective-labels";
import { anEntry, NOW } from "@/lib/testing/entries";
import { matchingLabels } from "./entry-filter";
import { FleetStore } from "./fleet-store";

const KEYS = ["app", "version", "hostname", "__proto__", "topology.kubernetes.io/zone", "topology.istio.io/network", "topology.istio.io/subzone"];
const VALUES = ["", "a", "b", "eu-a", "vpc"];

const term: fc.Arbitrary<Term> = fc.record({
  kind: fc.constant("label" as const),
  key: fc.constantFrom(...KEYS, "nobody-has-it"),
  value: fc.option(fc.constantFrom(...VALUES, "vm-3", "vm-11", "nobody-has-it"), { nil: null }),
  negated: fc.boolean(),
});

/** What one machine has: of its group, of its own, or nothing. */
const labels: fc.Arbitrary<(vm: number) => LabelSet> = fc
  .record({
    shared: fc.constantFrom<readonly (readonly [string, string])[]>(
      [],
      [["app", "a"]],
      [
        ["app", "a"],
        ["version", "b"],
      ],
      [
        ["app", "b"],
        ["topology.kubernetes.io/zone", "a"],
      ],
    ),
    extra: fc.array(fc.tuple(fc.constantFrom(...KEYS), fc.constantFrom(...VALUES)), { maxLength: 1 }),
    named: fc.boolean(),
  })
  .map(
    ({ shared, extra, named }) =>
      (vm) =>
        sortedLabelSet(new Map([...shared, ...(named ? [["hostname", `vm-${vm}`] as const] : []), ...extra])),
  );

const entry = fc
  .record({
    spec: labels,
    metadata: fc.option(labels, { nil: null }),
    locality: fc.constantFrom("", "eu/eu-a/rack", "us"),
    network: fc.constantFrom("", "vpc"),
  })
  .map(({ spec, metadata, locality, network }) => (vm: number) => {
    const specLabels = spec(vm);
    // As Istio registers a machine, spec and metadata are the same.
    return anEntry({ uid: `${vm}`, name: `vm-${vm}`, specLabels, metadataLabels: metadata === null ? specLabels : metadata(vm), locality, network });
  });

const step = fc.tuple(fc.nat({ max: 24 }), fc.option(entry, { nil: null, freq: 5 }));

describe("the entries that match a selector", () => {
  it("are those that a plain reading of their effective labels gives, whatever came, changed and went before", () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 5, maxLength: 60 }),
        fc.array(fc.array(term, { minLength: 1, maxLength: 5 }), { maxLength: 20 }),
        (steps, asked) => {
          const store = new FleetStore();
          const fleet = new Map<number, WorkloadEntry>();
          for (const [vm, make] of steps) {
            const made = make?.(vm);
            if (made === undefined) {
              const gone = fleet.get(vm);
              if (gone !== undefined) store.removeEntry(gone.cluster, gone.uid, NOW, "seen");
              fleet.delete(vm);
            } else {
              store.upsertEntry(made, NOW, "seen");
              fleet.set(vm, made);
            }
          }
          for (const terms of asked) {
            const found = matchingLabels(store, { ...parseMachinesQuery(""), terms })?.map((slot) => store.columns.names[slot]);
            const wanted = [...fleet.values()].filter((one) => matchesAll(effectiveLabels(one, true), terms)).map(({ name }) => name);
            expect(found?.sort()).toEqual(wanted.sort());
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("are not looked for where no label is asked for", () => {
    expect(matchingLabels(new FleetStore(), parseMachinesQuery("q=vm-1"))).toBe(null);
  });
});

/** What is wanted of one key are alternatives; all else must hold. */
function matchesAll(set: LabelSet, terms: readonly Term[]): boolean {
  return terms.every((asks) => terms.some((other) => (other === asks || isAlternative(other, asks)) && matches(set, other)));
}

function isAlternative(one: Term, other: Term): boolean {
  const isWanted = (term: Term) => term.kind === "label" && term.value !== null && !term.negated;
  return one.kind === "label" && other.kind === "label" && one.key === other.key && isWanted(one) && isWanted(other);
}

function matches(set: LabelSet, asks: Term): boolean {
  if (asks.kind !== "label") throw new Error("This is no selector.");
  const value = valueOfLabel(set, asks.key);
  return (asks.value === null ? value !== undefined : value === asks.value) !== asks.negated;
}
