import { describe, expect, it } from "vitest";
import { formatPlannedLeaves, type PlannedLeave } from "@/lib/domain/entry/planned-leaves";
import { aGroup, anEntry, NOW } from "@/lib/testing/entries";
import { detectedAfterPatch, dueOf, evidenceOf } from "@/lib/testing/rule-cases";
import { entryNameTrouble, groupWithoutMachines, nameTooLong, registrationOverwritten, stillHereAfterPlan } from "./registration";

describe("STL201 name-too-long", () => {
  const long = (letters: number, own: Parameters<typeof aGroup>[0] = {}) => aGroup({ name: "a".repeat(letters), entryLabels: [["team", "x"]], ...own });
  const template = (labels: readonly (readonly [string, string])[]) => ({ ...aGroup().template, labels });

  it("STL201 finds a group with a name of 64 letters, and nothing after its patch", () => {
    const objects = { groups: [long(64)] };
    expect(evidenceOf(nameTooLong, objects)).toEqual([{ letters: 64, label: "a".repeat(63) }]);
    expect(detectedAfterPatch(nameTooLong, objects)).toEqual([]);
  });

  it("STL201 has a label in its patch that ends in a letter", () => {
    expect(evidenceOf(nameTooLong, { groups: [long(64, { name: `${"a".repeat(60)}-----b` })] })).toEqual([{ letters: 66, label: "a".repeat(60) }]);
  });

  it.each([
    { of: "of 63 letters", group: long(63) },
    { of: "with an app label", group: long(64, { entryLabels: [["app", "a"]] }) },
    { of: "with a name in its template's labels", group: long(64, { template: template([["app.kubernetes.io/name", "a"]]) }) },
    { of: "with a canonical name", group: long(64, { entryLabels: [["service.istio.io/canonical-name", "a"]] }) },
  ])("STL201 finds nothing for a group $of", ({ group }) => {
    expect(evidenceOf(nameTooLong, { groups: [group] })).toEqual([]);
  });
});

describe("STL202 entry-name-trouble", () => {
  const inNetwork = (network: string, name = "checkout") => aGroup({ name, template: { ...aGroup().template, network } });

  it.each([
    { of: "a network with capital letters", group: inNetwork("VPC-2"), says: { network: "VPC-2", isCut: false, isRefused: true } },
    { of: "a network with an underscore", group: inNetwork("vpc_2"), says: { network: "vpc_2", isCut: false, isRefused: true } },
    { of: "a name that istiod cuts", group: inNetwork("vpc-2", "a".repeat(240)), says: { network: "vpc-2", letters: 262, isCut: true, isRefused: false } },
    {
      of: "a name that istiod cuts at a dash",
      group: inNetwork("", `${"a".repeat(4)}-${"b".repeat(236)}`),
      says: { network: "", isCut: true, isRefused: true },
    },
  ])("STL202 finds an invalid or cut entry name: $of", ({ group, says }) => {
    expect(evidenceOf(entryNameTrouble, { groups: [group] })).toMatchObject([says]);
  });

  it("STL202 finds a name that is too long with a network of a machine", () => {
    const entries = [anEntry({ network: "VPC-9" })];
    expect(evidenceOf(entryNameTrouble, { groups: [inNetwork("vpc-2")], entries })).toMatchObject([{ network: "VPC-9", isRefused: true }]);
  });

  it.each([
    { of: "a short one", group: inNetwork("vpc-2") },
    { of: "one without a network", group: inNetwork("") },
    { of: "one of 253 letters", group: inNetwork("", "a".repeat(237)) },
  ])("STL202 finds nothing for $of", ({ group }) => {
    expect(evidenceOf(entryNameTrouble, { groups: [group] })).toEqual([]);
  });
});

describe("STL205 group-without-machines", () => {
  it("STL205 finds a group without entries, with its expected size", () => {
    expect(evidenceOf(groupWithoutMachines, { groups: [aGroup({ expectedSize: "12" })] })).toEqual([{ expected: "12" }]);
    const byLabelOnly = anEntry({ registrationGroup: "", owner: null });
    expect(evidenceOf(groupWithoutMachines, { groups: [aGroup()], entries: [byLabelOnly] })).toEqual([{ expected: "" }]);
  });

  it("STL205 finds nothing for a group with a machine, connected or not", () => {
    expect(evidenceOf(groupWithoutMachines, { groups: [aGroup()], entries: [anEntry({ connectedAt: null })] })).toEqual([]);
  });
});

describe("STL211 registration-overwritten", () => {
  const group = (value: string) => aGroup({ entryAnnotations: [["istio.io/autoRegistrationGroup", value]] });

  it.each(["cart", ""])("STL211 finds a group that writes the group %j into its entries, and nothing after its patch", (annotation) => {
    const objects = { groups: [group(annotation)] };
    expect(evidenceOf(registrationOverwritten, objects)).toEqual([{ annotation }]);
    expect(detectedAfterPatch(registrationOverwritten, objects)).toEqual([]);
  });

  it.each([
    { of: "its own name", group: group("checkout") },
    { of: "other annotations", group: aGroup({ entryAnnotations: [["owner", "team"]] }) },
  ])("STL211 finds nothing for a group with $of", ({ group: one }) => {
    expect(evidenceOf(registrationOverwritten, { groups: [one] })).toEqual([]);
  });
});

describe("STL216 still-here-after-plan", () => {
  const planning = (...leaves: readonly (readonly [entry: string, by: number | null])[]) => {
    const planned = leaves.map(([entry, by]): PlannedLeave => ({ entry, by, reason: "moved" }));
    const entries = ["vm-a", "vm-b"].map((name) => anEntry({ name, uid: name }));
    return { groups: [aGroup({ plannedLeaves: formatPlannedLeaves(planned) })], entries };
  };

  it("STL216 finds entries that exist after their planned leave", () => {
    expect(evidenceOf(stillHereAfterPlan, planning(["vm-b", NOW - 1], ["vm-a", NOW - 5]))).toEqual([{ entries: ["vm-a", "vm-b"] }]);
  });

  it.each([
    ["that has left", planning(["vm-gone", NOW - 1])],
    ["whose end is not yet", planning(["vm-a", NOW])],
    ["without an end", planning(["vm-a", null])],
    ["of an annotation that cannot be read", { groups: [aGroup({ plannedLeaves: "soon" })], entries: [anEntry()] }],
    ["that nobody plans to go", { groups: [aGroup()], entries: [anEntry()] }],
  ])("STL216 finds nothing for a machine %s", (_, objects) => {
    expect(evidenceOf(stillHereAfterPlan, objects)).toEqual([]);
  });

  it("STL216 is due when the next planned leave is over", () => {
    expect(dueOf(stillHereAfterPlan, planning(["vm-a", NOW + 50], ["vm-b", NOW + 9], ["vm-c", NOW - 1], ["vm-d", null]))).toBe(NOW + 10);
    expect(dueOf(stillHereAfterPlan, planning(["vm-a", null]))).toBeNull();
  });
});
