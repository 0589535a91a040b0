import { expect, it } from "vitest";
import { aGroup } from "@/lib/testing/entries";
import { aMachine, evidenceOf } from "@/lib/testing/finding-cases";
import { aServiceEntry } from "@/lib/testing/selection";
import { groupPortSurprise } from "./group-port-surprise";
import { portSurprise } from "./port-surprise";

const hosts = [aServiceEntry()];
const group = (label: string, ...ports: readonly (readonly [string, number])[]) =>
  aGroup({ entryLabels: [["app", label]], template: { ...aGroup().template, ports } });
const machine = (name: string, ...ports: readonly (readonly [string, number])[]) => aMachine(name, { ports, registrationGroup: "checkout" });

it.each([
  [
    "a template that names another port, and machines like it",
    group("a", ["web", 9090]),
    [machine("vm-1", ["web", 9090]), machine("vm-2", ["web", 9090])],
    1,
    0,
  ],
  ["one machine that names another than its group", group("a", ["http", 80]), [machine("vm-1", ["http", 80]), machine("vm-2", ["web", 9090])], 0, 1],
  ["a machine that has its labels from its bundle", group("b", ["web", 9090]), [machine("vm-1", ["web", 9090])], 0, 1],
  ["a template that names the port", group("a", ["http", 80]), [machine("vm-1", ["http", 80])], 0, 0],
  ["a template without ports", group("a"), [machine("vm-1")], 0, 0],
  ["a group without machines", group("a", ["web", 9090]), [], 0, 0],
])("of %s", (_what, one, entries, ofGroup, ofMachines) => {
  const objects = { hosts, groups: [one], entries };
  expect(evidenceOf(groupPortSurprise, objects)).toEqual(Array(ofGroup).fill(expect.objectContaining({ why: "undeclared", machines: entries.length })));
  expect(evidenceOf(portSurprise, objects)).toHaveLength(ofMachines);
});
