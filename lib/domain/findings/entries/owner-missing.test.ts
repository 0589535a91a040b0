import { expect, it } from "vitest";
import { aGroup, anEntry } from "@/lib/testing/entries";
import { detected, detectedAfterPatch, evidenceOf } from "@/lib/testing/rule-cases";
import { ownerMissing } from "./owner-missing";

const foreign = { apiVersion: "apps/v1", kind: "Deployment", name: "a", uid: "1" };

it("finds an entry without an owner, and is silent once its group owns it", () => {
  const objects = { entries: [anEntry({ owner: null })], groups: [aGroup()] };
  expect(evidenceOf(ownerMissing, objects)).toEqual([{ group: "checkout", owner: "" }]);
  expect(detectedAfterPatch(ownerMissing, objects)).toEqual([]);
});

it("finds an entry that something else owns, and does not take it away from that", () => {
  const objects = { entries: [anEntry({ owner: foreign })], groups: [aGroup()] };
  expect(evidenceOf(ownerMissing, objects)).toEqual([{ group: "checkout", owner: "Deployment a" }]);
  expect(detected(ownerMissing, objects)).toMatchObject([{ evidence: {} }]);
  expect(detected(ownerMissing, objects)).not.toMatchObject([{ patch: expect.anything() }]);
});

it.each([
  { of: "a group as its owner", entry: anEntry(), groups: [aGroup()] },
  { of: "a group that is gone", entry: anEntry({ owner: null }), groups: [] },
  { of: "no group", entry: anEntry({ owner: null, registrationGroup: "" }), groups: [aGroup()] },
])("passes over an entry with $of", ({ entry, groups }) => {
  expect(evidenceOf(ownerMissing, { entries: [entry], groups })).toEqual([]);
});
