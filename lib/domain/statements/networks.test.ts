import { expect, it } from "vitest";
import { hostsPassedByGateways, type NetworksCounts, networksStatement } from "./networks";

const NONE = { networks: [], more: 0, machines: 0, unaddressed: 0 };
const COUNTS: NetworksCounts = {
  ...{
    named: 3,
    machines: 40,
    usableGateways: 2,
    isComplete: true,
    unverified: { networks: ["vpc-3"], more: 1, machines: 31, unaddressed: 0 },
    leftOut: NONE,
    notKnown: 0,
  },
  ...{ notMarked: 0, closedByPolicy: 0, notPassed: 0, noAddress: 0, labelOnly: 0, podsSeen: true, mode: "sidecar" },
};

it("networksStatement lists the networks without a gateway, with the number of their machines", () => {
  expect(networksStatement(COUNTS, { past: true, moment: null })).toEqual({
    ...{ kind: "networks-known", networks: 3, gateways: 2, isComplete: true, notKnown: 0, mode: "sidecar", past: true, asOf: null },
    ...{ unverified: ["vpc-3"], moreUnverified: 1, unverifiedMachines: 31, leftOut: [], moreLeftOut: 0, leftOutMachines: 0 },
  });
});

it("hostsPassedByGateways has the number of services that no gateway passes, and the listed host names", () => {
  const passed = [
    { network: "vpc-1", hosts: [] },
    { network: "vpc-2", hosts: ["*.local", "*.test"] },
  ];
  expect(hostsPassedByGateways(2, passed)).toEqual({ kind: "services-passed", blocked: 2, passed: ["vpc-2/*.local", "vpc-2/*.test"] });
});
