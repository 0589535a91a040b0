import { expect, it } from "vitest";
import { aGroup } from "@/lib/testing/entries";
import { aMachine, evidenceOfAll } from "@/lib/testing/finding-cases";
import { aKubernetesService, aServicePort } from "@/lib/testing/selection";
import { groupLacksPortName } from "./group-lacks-port-name";
import { portNameMissing } from "./port-name-missing";

const hosts = [aKubernetesService({ ports: [aServicePort({ target: "web" })] })];
type Port = readonly [name: string, number: number];
const group = (...ports: readonly Port[]) => aGroup({ entryLabels: [["app", "a"]], template: { ...aGroup().template, ports } });
const machine = (name: string, ...ports: readonly Port[]) => aMachine(name, { ports, registrationGroup: "checkout" });

it.each([
  ["machines with the ports of the template", group(["http", 8080]), [machine("vm-1", ["http", 8080]), machine("vm-2", ["http", 8080])], [2], 0],
  ["a template that lost the name after the machines registered", group(["http", 8080]), [machine("vm-1", ["web", 8080])], [0], 0],
  [
    "a template that got the name after the machines registered",
    group(["web", 8080]),
    [machine("vm-1", ["http", 8080]), machine("vm-2", ["http", 8080])],
    [],
    2,
  ],
  ["one machine without the name that its template has", group(["web", 8080]), [machine("vm-1", ["web", 8080]), machine("vm-2")], [], 1],
  ["a machine with other ports, which lack the name too", group(["http", 8080]), [machine("vm-1", ["admin", 9000])], [0], 1],
  ["a template with the name", group(["web", 8080]), [machine("vm-1", ["web", 8080])], [], 0],
  ["a group without machines", group(), [], [], 0],
])("counts the machines that have the ports of the template now: %s", (_what, one, entries, ofGroup, ofMachines) => {
  const objects = { hosts, groups: [one], entries };
  expect(evidenceOfAll(groupLacksPortName, objects)).toEqual(ofGroup.map((machines) => expect.objectContaining({ missing: ["web"], machines })));
  expect(evidenceOfAll(portNameMissing, objects)).toHaveLength(ofMachines);
});
