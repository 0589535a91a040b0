import { describe, expect, it } from "vitest";
import { aGroup, anEntry } from "@/lib/testing/entries";
import { detected, detectedAfterPatch, evidenceOf } from "@/lib/testing/rule-cases";
import { annotationDiffersFromOwner, groupMissing, handWrittenInAGroup, isGroupOwner, ownerMissing, ownerOfOlderGroup, ownerPatch } from "./membership";

describe("the owner of an entry", () => {
  const owner = { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name: "checkout", uid: "9a01" };

  it.each([
    { of: "a group", owner, is: true },
    { of: "a group by an older version of the API", owner: { ...owner, apiVersion: "networking.istio.io/v1alpha3" }, is: true },
    { of: "a group of another API", owner: { ...owner, apiVersion: "example.com/v1" }, is: false },
    { of: "a Deployment", owner: { ...owner, kind: "Deployment" }, is: false },
    { of: "no owner", owner: null, is: false },
  ])("the owner of an entry is a group ($is) if the entry belongs to $of", ({ owner: one, is }) => {
    expect(isGroupOwner(one)).toBe(is);
  });

  it("the owner of an entry is written by the patch as istiod writes it", () => {
    expect(ownerPatch(anEntry({ name: "a" }), { name: "checkout", uid: "9a02" })).toMatchObject({
      ...{ kind: "WorkloadEntry", name: "a" },
      body: { metadata: { ownerReferences: [{ ...owner, uid: "9a02", controller: true }] } },
    });
  });
});

describe("STL111 group-missing", () => {
  it("STL111 finds an entry whose owner is gone, and one whose annotation has the name of a missing group", () => {
    expect(evidenceOf(groupMissing, { entries: [anEntry()] })).toEqual([{ group: "checkout", isOwned: true }]);
    const named = anEntry({ owner: null });
    expect(detected(groupMissing, { entries: [named] })).toMatchObject([
      { objects: [{ kind: "WorkloadEntry" }, { kind: "WorkloadGroup", namespace: "shop", name: "checkout" }], evidence: { isOwned: false } },
    ]);
  });

  it.each([
    { of: "its group", entry: anEntry(), group: aGroup() },
    { of: "no group at all", entry: anEntry({ owner: null, registrationGroup: "" }), group: aGroup({ name: "other" }) },
    { of: "an existing owner, another annotation", entry: anEntry({ registrationGroup: "gone" }), group: aGroup() },
  ])("STL111 finds nothing for an entry with $of", ({ entry, group }) => {
    expect(evidenceOf(groupMissing, { entries: [entry], groups: [group] })).toEqual([]);
  });

  it("STL111 finds an entry whose group exists in another namespace only", () => {
    expect(evidenceOf(groupMissing, { entries: [anEntry()], groups: [aGroup({ namespace: "pay" })] })).toHaveLength(1);
  });
});

describe("STL112 owner-missing", () => {
  const foreign = { apiVersion: "apps/v1", kind: "Deployment", name: "a", uid: "1" };

  it("STL112 finds an entry without an owner, and nothing after its patch", () => {
    const objects = { entries: [anEntry({ owner: null })], groups: [aGroup()] };
    expect(evidenceOf(ownerMissing, objects)).toEqual([{ group: "checkout", owner: "" }]);
    expect(detectedAfterPatch(ownerMissing, objects)).toEqual([]);
  });

  it("STL112 finds an entry with another owner, and has no patch for it", () => {
    const objects = { entries: [anEntry({ owner: foreign })], groups: [aGroup()] };
    expect(evidenceOf(ownerMissing, objects)).toEqual([{ group: "checkout", owner: "Deployment a" }]);
    expect(detected(ownerMissing, objects)).toMatchObject([{ evidence: {} }]);
    expect(detected(ownerMissing, objects)).not.toMatchObject([{ patch: expect.anything() }]);
  });

  it.each([
    { of: "a group as its owner", entry: anEntry(), groups: [aGroup()] },
    { of: "a group that is gone", entry: anEntry({ owner: null }), groups: [] },
    { of: "no group", entry: anEntry({ owner: null, registrationGroup: "" }), groups: [aGroup()] },
  ])("STL112 finds nothing for an entry with $of", ({ entry, groups }) => {
    expect(evidenceOf(ownerMissing, { entries: [entry], groups })).toEqual([]);
  });
});

describe("STL113 owner-of-older-group", () => {
  it("STL113 finds an entry of an earlier group with that name, and nothing after its patch", () => {
    const objects = { entries: [anEntry()], groups: [aGroup({ uid: "9a02" })] };
    expect(evidenceOf(ownerOfOlderGroup, objects)).toEqual([{ group: "checkout", ownerUid: "9a01", groupUid: "9a02" }]);
    expect(detectedAfterPatch(ownerOfOlderGroup, objects)).toEqual([]);
  });

  it.each([
    { of: "of the present group", entry: anEntry(), groups: [aGroup()] },
    { of: "of a deleted group (STL111)", entry: anEntry(), groups: [] },
    { of: "without an owner", entry: anEntry({ owner: null }), groups: [aGroup({ uid: "9a02" })] },
  ])("STL113 finds nothing for an entry $of", ({ entry, groups }) => {
    expect(evidenceOf(ownerOfOlderGroup, { entries: [entry], groups })).toEqual([]);
  });
});

describe("STL114 annotation-differs-from-owner", () => {
  it("STL114 finds an entry whose annotation has another group than its owner, and nothing after its patch", () => {
    const objects = { entries: [anEntry({ registrationGroup: "cart" })] };
    expect(evidenceOf(annotationDiffersFromOwner, objects)).toEqual([{ annotation: "cart", owner: "checkout" }]);
    expect(detectedAfterPatch(annotationDiffersFromOwner, objects)).toEqual([]);
  });

  it.each([
    { of: "with the name of its owner", entry: anEntry() },
    { of: "without an annotation", entry: anEntry({ registrationGroup: "" }) },
    { of: "without an owner", entry: anEntry({ registrationGroup: "cart", owner: null }) },
  ])("STL114 finds nothing for an entry $of", ({ entry }) => {
    expect(evidenceOf(annotationDiffersFromOwner, { entries: [entry] })).toEqual([]);
  });
});

describe("STL120 hand-written-in-a-group", () => {
  const written = (own: Parameters<typeof anEntry>[0] = {}) => anEntry({ registrationGroup: "", owner: null, ...own });
  const wide = aGroup({
    name: "wide",
    entryLabels: [
      ["app", "checkout"],
      ["tier", "web"],
    ],
  });

  it("STL120 finds a hand-written entry with all labels of a group", () => {
    expect(evidenceOf(handWrittenInAGroup, { entries: [written()], groups: [aGroup(), wide] })).toEqual([{ groups: ["checkout"] }]);
  });

  it.each([
    { of: "that istiod created", entry: anEntry(), group: aGroup() },
    { of: "that does not have a label", entry: written(), group: wide },
    { of: "without labels", entry: written({ specLabels: [], metadataLabels: [] }), group: aGroup() },
    { of: "next to a group without labels", entry: written(), group: aGroup({ entryLabels: [] }) },
    { of: "in another namespace", entry: written({ namespace: "pay" }), group: aGroup() },
  ])("STL120 finds nothing for an entry $of", ({ entry, group }) => {
    expect(evidenceOf(handWrittenInAGroup, { entries: [entry], groups: [group] })).toEqual([]);
  });
});
