import { expect, it } from "vitest";
import { aGroup, anEntry } from "@/lib/testing/entries";
import { evidenceOf } from "@/lib/testing/rule-cases";
import { entryNameTrouble } from "./entry-name-trouble";

const inNetwork = (network: string, name = "checkout") => aGroup({ name, template: { ...aGroup().template, network } });

it.each([
  { of: "of a network with capitals", group: inNetwork("VPC-2"), says: { network: "VPC-2", isCut: false, isRefused: true } },
  { of: "of a network with a line", group: inNetwork("vpc_2"), says: { network: "vpc_2", isCut: false, isRefused: true } },
  { of: "that is cut", group: inNetwork("vpc-2", "a".repeat(240)), says: { network: "vpc-2", letters: 262, isCut: true, isRefused: false } },
  { of: "that is cut at a dash", group: inNetwork("", `${"a".repeat(4)}-${"b".repeat(236)}`), says: { network: "", isCut: true, isRefused: true } },
])("finds a name $of", ({ group, says }) => {
  expect(evidenceOf(entryNameTrouble, { groups: [group] })).toMatchObject([says]);
});

it("looks at the networks that machines name, too", () => {
  const entries = [anEntry({ network: "VPC-9" })];
  expect(evidenceOf(entryNameTrouble, { groups: [inNetwork("vpc-2")], entries })).toMatchObject([{ network: "VPC-9", isRefused: true }]);
});

it.each([
  { of: "a short one", group: inNetwork("vpc-2") },
  { of: "one without a network", group: inNetwork("") },
  { of: "one of 253 letters", group: inNetwork("", "a".repeat(237)) },
])("passes over $of", ({ group }) => {
  expect(evidenceOf(entryNameTrouble, { groups: [group] })).toEqual([]);
});
