import { expect, it } from "vitest";
import { aWorld } from "@/lib/testing/entries";
import { aGateway, aMachine, cannotTell, evidenceOfAll, withGateways } from "@/lib/testing/finding-cases";
import { networkWithoutGateway } from "./network-without-gateway";

const [one, two] = [aMachine("vm-1", { network: "vpc-1" }), aMachine("vm-2", { network: "vpc-2" })];
const entries = [one, two];

it.each([
  ["one of two", { entries, ...withGateways([aGateway()]) }, [{ network: "vpc-2", machines: 1, unaddressed: 0, leftOut: false, hasTunnelOnly: false }]],
  [
    "one whose gateway is for ambient only",
    { entries, ...withGateways([aGateway(), aGateway({ network: "vpc-2", tlsPort: null, tunnelPort: 15008 })]) },
    [{ network: "vpc-2", hasTunnelOnly: true }],
  ],
  [
    "one with a machine that has no address",
    { entries: [...entries, aMachine("vm-3", { network: "vpc-2", address: "" })], ...withGateways([aGateway()]) },
    [{ network: "vpc-2", machines: 2, unaddressed: 1 }],
  ],
  ["one that is left out", { entries, ...withGateways([aGateway()], { ambientMultiNetwork: true }) }, [{ network: "vpc-2", leftOut: true }]],
  [
    "both, where no gateway is, so that none is left out",
    { entries, ...withGateways([], { ambientMultiNetwork: true }) },
    [{ leftOut: false }, { leftOut: false }],
  ],
  ["the only one, where Pods are in none", { entries: [one], ...withGateways([]) }, [{ network: "vpc-1" }]],
  ["none: each has one", { entries, ...withGateways([aGateway(), aGateway({ network: "vpc-2" })]) }, []],
  ["none: machines and Pods are in one network", { entries: [one], ...withGateways([], { podNetwork: "vpc-1" }) }, []],
  ["none: machines that name no network", { entries: [aMachine("vm")], ...withGateways([aGateway()]) }, []],
])("of networks without a gateway: %s", (_what, objects, evidence) =>
  expect(evidenceOfAll(networkWithoutGateway, objects)).toEqual(evidence.map((each) => expect.objectContaining(each))),
);

it("cannot tell where gateways are out of sight", () => {
  const world = aWorld([], { gateways: { kind: "denied", source: "list services" } });
  expect(cannotTell(networkWithoutGateway, { entries, world })).toBe(true);
  const objects = { ...withGateways([aGateway()]).world, networkGateways: { kind: "denied", source: "list gateways" } } as const;
  expect(cannotTell(networkWithoutGateway, { entries, ...withGateways([aGateway()]), world: objects })).toBe(true);
});
