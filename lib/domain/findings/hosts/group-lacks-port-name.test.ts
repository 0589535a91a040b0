import { expect, it } from "vitest";
import { aGroup } from "@/lib/testing/entries";
import { aMachine, evidenceOf } from "@/lib/testing/finding-cases";
import { aKubernetesService, aServicePort } from "@/lib/testing/selection";
import { groupLacksPortName } from "./group-lacks-port-name";
import { portNameMissing } from "./port-name-missing";

const hosts = [aKubernetesService({ ports: [aServicePort({ target: "web" })] })];
const group = (...ports: readonly (readonly [string, number])[]) => aGroup({ entryLabels: [["app", "a"]], template: { ...aGroup().template, ports } });
const machine = (name: string, ...ports: readonly (readonly [string, number])[]) => aMachine(name, { ports, registrationGroup: "checkout" });

it.each([
  ["a template without the name, and machines like it", group(["http", 8080]), [machine("vm-1", ["http", 8080]), machine("vm-2", ["http", 8080])], 1, 0],
  ["one machine that lacks it of a template with the name", group(["web", 8080]), [machine("vm-1", ["web", 8080]), machine("vm-2")], 0, 1],
  ["a template without the name, and a machine with other ports", group(["http", 8080]), [machine("vm-1", ["admin", 9000])], 1, 1],
  ["a template with the name", group(["web", 8080]), [machine("vm-1", ["web", 8080])], 0, 0],
  ["a group without machines", group(), [], 0, 0],
])("of %s", (_what, one, entries, ofGroup, ofMachines) => {
  const objects = { hosts, groups: [one], entries };
  expect(evidenceOf(groupLacksPortName, objects)).toEqual(Array(ofGroup).fill(expect.objectContaining({ missing: ["web"], machines: entries.length })));
  expect(evidenceOf(portNameMissing, objects)).toHaveLength(ofMachines);
});
