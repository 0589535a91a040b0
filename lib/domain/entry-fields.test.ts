import { describe, expect, it } from "vitest";
import { anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { OTHER_VALUES, withOther } from "@/lib/testing/other-entry";
import { DERIVED_FIELDS, ENTRY_FIELD_NAMES, ENTRY_PARTS, fieldOf } from "./entry-fields";
import { isSameButTimes } from "./history/entry-parts";
import { transitionsBetween } from "./history/transitions-between";
import { verdictOf } from "./verdict-of";

const version = (entry = anEntry()) => ({ entry, verdict: verdictOf(entry, aWorld(), NOW) });
const context = { world: aWorld(), owner: { kind: "unseen" }, predecessor: "", planned: false } as const;

describe("the description of an entry's fields", () => {
  it("has every field, and no other", () => {
    expect([...ENTRY_FIELD_NAMES].sort()).toEqual(Object.keys(OTHER_VALUES).sort());
    expect(Object.keys(anEntry()).sort()).toEqual(Object.keys(OTHER_VALUES).sort());
  });

  it("gives no two fields the same name in a row, among sorts, facets or compared times", () => {
    const all = [...ENTRY_FIELD_NAMES.map(fieldOf), ...Object.values(DERIVED_FIELDS)];
    for (const key of ["row", "sort", "facet", "compared"] as const) {
      const names = all.flatMap((field: { readonly [Key in typeof key]?: string }) => field[key] ?? []);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it.each(ENTRY_FIELD_NAMES)("%s has a part that changes with it, or moves with every write", (name) => {
    const { part, idle, moves } = fieldOf(name);
    if (part === null) expect([idle, moves]).toEqual([true, true]);
    else expect(ENTRY_PARTS).toContain(part);
  });
});

describe.each(ENTRY_FIELD_NAMES)("another %s", (name) => {
  it("is another version, unless it says nothing about the machine", () => {
    expect(isSameButTimes(anEntry(), withOther(anEntry(), name))).toBe(fieldOf(name).idle === true);
  });

  it("is told by its name where the description has one", () => {
    const transitions = transitionsBetween(version(), version(withOther(anEntry(), name)), { at: NOW, notBefore: null }, context);
    const told = transitions.flatMap(({ type, facts }) =>
      facts?.kind === "changes" ? facts.changes.map(({ field }) => `${type} ${field.replace(/\[.*/, "")}`) : [],
    );
    const wanted = fieldOf(name).told;
    expect(new Set(told)).toEqual(new Set(wanted === undefined ? [] : [`${wanted.as} ${wanted.path}`]));
  });
});
