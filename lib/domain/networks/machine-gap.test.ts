import { expect, it } from "vitest";
import { type GatewayPlace, isMarked, type MachineGap, machineGaps, type PlacedMachine, withoutGateway } from "./machine-gap";

const MACHINE: PlacedMachine = { address: "10.0.0.1", network: "vpc-1", networkLabel: "", serviceAccount: "web", tlsMode: undefined };

it.each<[string, Partial<PlacedMachine>, GatewayPlace, readonly MachineGap[]]>([
  ["with address, network and account, behind a gateway", {}, "in-network", []],
  ["with address, network and account, and no gateway", {}, "elsewhere", []],
  ["without an account, behind a gateway", { serviceAccount: "" }, "in-network", ["not-marked"]],
  ["without an account, and no gateway: it is called directly", { serviceAccount: "" }, "elsewhere", []],
  ["without an account and without a network", { serviceAccount: "", network: "" }, "in-network", []],
  ["that is marked by its label, without an account", { serviceAccount: "", tlsMode: "istio" }, "in-network", []],
  ["with an account, whose label takes the mark away", { tlsMode: "disabled" }, "in-network", ["not-marked"]],
  ["without an address, behind a gateway", { address: "" }, "in-network", ["no-address-here"]],
  ["without an address, and its network has no gateway", { address: "" }, "elsewhere", ["no-address"]],
  ["without an address, and the mesh has no gateway", { address: "" }, "nowhere", ["empty-address"]],
  ["with neither address nor network, and the mesh has no gateway", { address: "", network: "" }, "nowhere", ["empty-address"]],
  ["without an account, and the mesh has no gateway", { serviceAccount: "" }, "nowhere", []],
  ["with neither address nor network", { address: "", network: "" }, "in-network", ["no-address"]],
  ["without address and account, behind a gateway", { address: "", serviceAccount: "" }, "in-network", ["no-address-here", "not-marked"]],
  ["whose label alone names a network", { network: "", networkLabel: "vpc-1" }, "in-network", ["label-only"]],
  ["whose label says the same as its spec", { networkLabel: "vpc-1" }, "in-network", []],
  ["whose label names another network", { networkLabel: "vpc-2" }, "in-network", ["label-differs"]],
])("a machine %s", (_what, change, gateway, gaps) => {
  const machine = { ...MACHINE, ...change };
  expect(machineGaps(machine, gateway)).toEqual(gaps);
  for (const place of ["elsewhere", "nowhere"] as const) expect(withoutGateway(machineGaps(machine, "in-network"), place)).toEqual(machineGaps(machine, place));
});

it.each([
  ["an account", "web", undefined, true],
  ["no account", "", undefined, false],
  ["a label of another value", "web", "permissive", false],
  ["an empty label", "web", "", false],
] as const)("the mark of mutual TLS with %s", (_what, serviceAccount, tlsMode, marked) => {
  expect(isMarked({ serviceAccount, tlsMode })).toBe(marked);
});
