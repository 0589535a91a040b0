import { expect, it } from "vitest";
import { aMachine, evidenceOf } from "@/lib/testing/finding-cases";
import { aServiceEntry } from "@/lib/testing/selection";
import { machinesWithoutPlace } from "./machines-without-place";

const hosts = [aServiceEntry({ distribution: "same-zone" })];
const [placed, unplaced] = [aMachine("vm-1", { locality: "eu/a" }), aMachine("vm-2")];

it.each([
  ["one of two", { hosts, entries: [placed, unplaced] }, [{ machines: 1, placed: 1 }]],
  ["all of them, who are all equally far", { hosts, entries: [unplaced] }, []],
  ["none", { hosts, entries: [placed] }, []],
  ["one of two, where place has no effect", { hosts: [aServiceEntry()], entries: [placed, unplaced] }, []],
])("where %s has no place", (_what, objects, evidence) =>
  expect(evidenceOf(machinesWithoutPlace, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))),
);
