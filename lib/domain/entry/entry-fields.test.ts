import { describe, expect, it } from "vitest";
import { hasSameEntryContent } from "@/lib/domain/history/entry-parts";
import { transitionsBetween } from "@/lib/domain/history/transitions-between";
import { parseTimestamp } from "@/lib/domain/object/timestamp";
import { verdictOf } from "@/lib/domain/verdict/verdict-of";
import { anEntry, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { OTHER_VALUES, withOther } from "@/lib/testing/other-entry";
import {
  blankEntry,
  blankFields,
  DERIVED_FIELDS,
  ENTRY_CHANGE_TOPICS,
  ENTRY_FIELD_NAMES,
  EQUALITY_BY_VALUE_KIND,
  entryFieldNamed,
  haveSamePairsInOrder,
} from "./entry-fields";

const owner = { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name: "checkout", uid: "1" };
const writer = { manager: "kubectl", operation: "Update", subresource: "", time: NOW };

describe("two values of a field", () => {
  it.each([
    ["are equal for times in the same millisecond", "time", parseTimestamp("2026-01-01T00:00:00.0001Z"), parseTimestamp("2026-01-01T00:00:00Z"), true],
    ["differ for times one millisecond apart", "time", parseTimestamp("2026-01-01T00:00:00.001Z"), parseTimestamp("2026-01-01T00:00:00Z"), false],
    ["differ for two different texts that are no times", "time", parseTimestamp("soon"), parseTimestamp("later"), false],
    ["differ for a time and null", "time", parseTimestamp("soon"), null, false],
    ["are equal for health reports with different times", "report", aReport("True"), { ...aReport("True"), lastProbeTime: null }, true],
    ["differ for health reports with different messages", "report", aReport("True"), aReport("True", "slow"), false],
    ["differ for owners with different uids", "owner", owner, { ...owner, uid: "2" }, false],
    ["are equal for writers with different times", "writer", writer, { ...writer, time: 0 }, true],
    ["differ for writers with different names", "writer", writer, { ...writer, manager: "helm" }, false],
    ["differ for a missing text and an empty one", "optional text", null, "", false],
  ] as const)("two values of a field: %s", (_, kind, a, b, same) => {
    const compare = EQUALITY_BY_VALUE_KIND[kind] as (a: unknown, b: unknown) => boolean;
    expect(compare(a, b)).toBe(same);
    expect(compare(a, a)).toBe(true);
  });

  it("two values of a field are equal as pairs only in the same order", () => {
    expect(haveSamePairsInOrder([["a", "1"]], [["a", "1"]])).toBe(true);
    expect(haveSamePairsInOrder([["a", "1"]], [["a", "2"]])).toBe(false);
    expect(haveSamePairsInOrder([["a", "1"]], [])).toBe(false);
  });
});

const version = (entry = anEntry()) => ({ entry, verdict: verdictOf(entry, aWorld(), NOW) });
const context = { world: aWorld(), owner: { kind: "unseen" }, predecessor: "", planned: false } as const;

describe("the description of an entry's fields", () => {
  it("the description of an entry's fields lists every field of an entry, and no other", () => {
    expect([...ENTRY_FIELD_NAMES].sort()).toEqual(Object.keys(OTHER_VALUES).sort());
    expect(Object.keys(anEntry()).sort()).toEqual(Object.keys(OTHER_VALUES).sort());
  });

  it("the description of an entry's fields uses each row key, sort key, facet name and compared name only once", () => {
    const all = [...ENTRY_FIELD_NAMES.map(entryFieldNamed), ...Object.values(DERIVED_FIELDS)];
    for (const key of ["row", "sort", "facet", "compared"] as const) {
      const names = all.flatMap((field: { readonly [Key in typeof key]?: string }) => field[key] ?? []);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it.each(ENTRY_FIELD_NAMES)("the description of the field %s has a topic of changes, or null because the field changes with every write", (name) => {
    const { part, idle, moves } = entryFieldNamed(name);
    if (part === null) expect([idle, moves]).toEqual([true, true]);
    else expect(ENTRY_CHANGE_TOPICS).toContain(part);
  });
});

describe.each(ENTRY_FIELD_NAMES)("a changed %s", (name) => {
  it("a changed %s makes another version, unless the field states nothing about the machine", () => {
    expect(hasSameEntryContent(anEntry(), withOther(anEntry(), name))).toBe(entryFieldNamed(name).idle === true);
  });

  it("a changed %s is in a transition under the name in its description, if it has one", () => {
    const transitions = transitionsBetween(version(), version(withOther(anEntry(), name)), { at: NOW, notBefore: null }, context);
    const told = transitions.flatMap(({ type, facts }) =>
      facts?.kind === "changes" ? facts.changes.map(({ field }) => `${type} ${field.replace(/\[.*/, "")}`) : [],
    );
    const wanted = entryFieldNamed(name).told;
    expect(new Set(told)).toEqual(new Set(wanted === undefined ? [] : [`${wanted.as} ${wanted.path}`]));
  });
});

it("a blank entry has its identity and the reason, and every other field is blank", () => {
  const entry = blankEntry(anEntry(), "spec is missing");
  const { cluster, namespace, name, uid } = anEntry();
  expect(entry).toMatchObject({ cluster, namespace, name, uid, unreadable: "spec is missing" });
  expect(entry).toMatchObject({ address: "", ports: [], health: null, owner: null, createdAt: null, resourceVersion: "" });
  expect(Object.keys(entry).sort()).toEqual(Object.keys(anEntry()).sort());
});

it("a blank field has the empty value of its kind: an empty text, null or an empty list", () => {
  expect(blankFields(["network", "gate", "weight", "specLabels"])).toEqual({ network: "", gate: null, weight: null, specLabels: [] });
});
