import { expect, it } from "vitest";
import { isMarked, type MachineGap, machineGaps, type PlacedMachine, withoutGateway } from "./machine-gap";

const MACHINE: PlacedMachine = { address: "10.0.0.1", network: "vpc-1", networkLabel: "", serviceAccount: "web", tlsMode: undefined };

it.each<[string, Partial<PlacedMachine>, boolean, readonly MachineGap[]]>([
  ["with address, network and account, behind a gateway", {}, true, []],
  ["with address, network and account, and no gateway", {}, false, []],
  ["without an account, behind a gateway", { serviceAccount: "" }, true, ["not-marked"]],
  ["without an account, and no gateway: it is called directly", { serviceAccount: "" }, false, []],
  ["without an account and without a network", { serviceAccount: "", network: "" }, true, []],
  ["that is marked by its label, without an account", { serviceAccount: "", tlsMode: "istio" }, true, []],
  ["with an account, whose label takes the mark away", { tlsMode: "disabled" }, true, ["not-marked"]],
  ["without an address, behind a gateway", { address: "" }, true, ["no-address-here"]],
  ["without an address, and no gateway", { address: "" }, false, ["no-address"]],
  ["with neither address nor network", { address: "", network: "" }, true, ["no-address"]],
  ["without address and account, behind a gateway", { address: "", serviceAccount: "" }, true, ["no-address-here", "not-marked"]],
  ["whose label alone names a network", { network: "", networkLabel: "vpc-1" }, true, ["label-only"]],
  ["whose label says the same as its spec", { networkLabel: "vpc-1" }, true, []],
  ["whose label names another network", { networkLabel: "vpc-2" }, true, ["label-differs"]],
])("a machine %s", (_what, change, hasGateway, gaps) => {
  const machine = { ...MACHINE, ...change };
  expect(machineGaps(machine, hasGateway)).toEqual(gaps);
  expect(withoutGateway(machineGaps(machine, true))).toEqual(machineGaps(machine, false));
});

it.each([
  ["an account", "web", undefined, true],
  ["no account", "", undefined, false],
  ["a label of another value", "web", "permissive", false],
  ["an empty label", "web", "", false],
] as const)("the mark of mutual TLS with %s", (_what, serviceAccount, tlsMode, marked) => {
  expect(isMarked({ serviceAccount, tlsMode })).toBe(marked);
});
