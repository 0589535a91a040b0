import { expect, it } from "vitest";
import { aGroup } from "@/lib/testing/entries";
import { aMachine, evidenceOfAll } from "@/lib/testing/finding-cases";
import { anEntryPort, aServiceEntry } from "@/lib/testing/selection";
import { groupPortSurprise } from "./group-port-surprise";
import { portSurprise } from "./port-surprise";

const hosts = [aServiceEntry()];
type Port = readonly [name: string, number: number];
const group = (label: string, ...ports: readonly Port[]) => aGroup({ entryLabels: [["app", label]], template: { ...aGroup().template, ports } });
const machine = (name: string, ...ports: readonly Port[]) => aMachine(name, { ports, registrationGroup: "checkout" });

it.each([
  ["machines with the ports of the template", group("a", ["web", 9090]), [machine("vm-1", ["web", 9090]), machine("vm-2", ["web", 9090])], [2], 0],
  [
    "a template that was edited after all machines registered",
    group("a", ["web", 9090]),
    [machine("vm-1", ["http", 80]), machine("vm-2", ["http", 80])],
    [0],
    0,
  ],
  [
    "a template that was edited after one machine registered",
    group("a", ["web", 9090]),
    [machine("vm-1", ["http", 80]), machine("vm-2", ["web", 9090])],
    [1],
    0,
  ],
  [
    "a template that was fixed after the machines registered",
    group("a", ["http", 80]),
    [machine("vm-1", ["web", 9090]), machine("vm-2", ["web", 9090])],
    [],
    2,
  ],
  [
    "a machine that the service does not select, by the labels of its bundle",
    group("a", ["web", 9090]),
    [machine("vm-1", ["web", 9090]), { ...machine("vm-2", ["web", 9090]), specLabels: [["app", "b"]] as const }],
    [1],
    0,
  ],
  ["a machine on a socket, which has no port", group("a", ["web", 9090]), [{ ...machine("vm-1", ["web", 9090]), address: "unix:///run/a" }], [0], 0],
  ["one machine with other ports than its group", group("a", ["http", 80]), [machine("vm-1", ["http", 80]), machine("vm-2", ["web", 9090])], [], 1],
  ["a machine that has its labels from its bundle", group("b", ["web", 9090]), [machine("vm-1", ["web", 9090])], [], 1],
  ["a template that names the port", group("a", ["http", 80]), [machine("vm-1", ["http", 80])], [], 0],
  ["a template without ports", group("a"), [machine("vm-1")], [], 0],
  ["a group without machines", group("a", ["web", 9090]), [], [], 0],
])("counts the machines that have the ports of the template now: %s", (_what, one, entries, ofGroup, ofMachines) => {
  const objects = { hosts, groups: [one], entries };
  expect(evidenceOfAll(groupPortSurprise, objects)).toEqual(ofGroup.map((machines) => expect.objectContaining({ why: "undeclared", machines })));
  expect(evidenceOfAll(portSurprise, objects)).toHaveLength(ofMachines);
});

it("says nothing of a port that the owner of the host name lacks", () => {
  const older = aServiceEntry({ name: "old", createdAt: -1, selector: [["app", "old"]], ports: [anEntryPort({ name: "web" })] });
  const objects = { groups: [group("a", ["web", 9090])], entries: [machine("vm-1", ["web", 9090])] };
  expect(evidenceOfAll(groupPortSurprise, { ...objects, hosts })).toHaveLength(1);
  expect(evidenceOfAll(groupPortSurprise, { ...objects, hosts: [...hosts, older] })).toEqual([]);
});
