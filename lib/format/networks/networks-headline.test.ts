import { expect, it } from "vitest";
import type { NetworksCounts } from "@/lib/domain/statements/networks";
import type { Tense } from "@/lib/format/text/tense";
import { networksHeadline, networksLine } from "./networks-headline";

const NONE = { networks: [], more: 0, machines: 0, unaddressed: 0 };
const INPUT: NetworksCounts = {
  ...{ named: 3, machines: 1_044, usableGateways: 2, isComplete: true, unverified: NONE, leftOut: NONE, notKnown: 0 },
  ...{ notMarked: 0, closedByPolicy: 0, notPassed: 0, noAddress: 0, labelOnly: 0, podsSeen: true, mode: "sidecar" },
};
const NOW: Tense = { past: false };
const THEN: Tense = { past: true, at: "at 04:16:12", moment: 0 };
const VPC3 = { networks: ["vpc-3"], more: 0, machines: 31, unaddressed: 0 };

const told = (change: Partial<NetworksCounts>, tense: Tense) => {
  const { strong, rest, trouble } = networksHeadline({ ...INPUT, ...change }, tense);
  return `${strong}${rest} ${trouble.map(({ text }) => text).join("")}`.trim();
};

it.each<[Partial<NetworksCounts>, Tense, string]>([
  [{}, NOW, "Three networks, two gateways."],
  [{ named: 1, usableGateways: 0 }, NOW, "One network, no gateways."],
  [{ named: 30, usableGateways: 40 }, THEN, "30 networks, 40 gateways at 04:16:12."],
  [{ unverified: VPC3 }, NOW, "Three networks, two gateways. 31 registered machines in vpc-3 have no gateway."],
  [{ unverified: { ...VPC3, machines: 1 } }, NOW, "Three networks, two gateways. 1 registered machine in vpc-3 has no gateway."],
  [{ unverified: VPC3 }, THEN, "Three networks, two gateways at 04:16:12. 31 registered machines in vpc-3 had no gateway."],
  [
    { unverified: { networks: ["a", "b", "c"], more: 4, machines: 31, unaddressed: 0 } },
    NOW,
    "Three networks, two gateways. 31 registered machines in a, b, c and 4 more have no gateway.",
  ],
  [{ unverified: VPC3, usableGateways: 0 }, NOW, "Three networks, no gateways."],
  [{ leftOut: VPC3 }, NOW, "Three networks, two gateways. 31 registered machines in vpc-3 are left out."],
  [{ isComplete: false, usableGateways: 0 }, NOW, "Three networks, no gateway visible, perhaps more."],
  [{ isComplete: false }, NOW, "Three networks, 2 gateways visible, perhaps more."],
  [{ named: 0 }, NOW, "No network is known: no machine names one."],
  [{ named: 0, machines: 0 }, THEN, "No network was known at 04:16:12: there is no machine."],
])("%j", (change, tense, words) => {
  expect(told(change, tense)).toBe(words);
});

it.each<[Partial<NetworksCounts>, Tense, string]>([
  [{}, NOW, ""],
  [{ unverified: VPC3 }, NOW, "Sidecars elsewhere call vpc-3 directly, and nothing here can tell whether that works"],
  [{ unverified: VPC3, usableGateways: 0 }, NOW, "Sidecars elsewhere call every network directly, and nothing here can tell whether that works"],
  [{ unverified: VPC3 }, THEN, "Sidecars elsewhere called vpc-3 directly, and nothing here can tell whether that worked"],
  [
    { unverified: { ...VPC3, unaddressed: 3 }, noAddress: 3 },
    NOW,
    "Sidecars elsewhere call 28 of 31 machines in vpc-3 directly, and nothing here can tell whether that works · 3 machines have no address",
  ],
  [
    { unverified: { ...VPC3, unaddressed: 1 }, usableGateways: 0 },
    NOW,
    "Sidecars elsewhere call 30 of 31 machines in all networks directly, and nothing here can tell whether that works",
  ],
  [{ unverified: { ...VPC3, unaddressed: 31 } }, NOW, ""],
  [{ leftOut: VPC3 }, NOW, "Callers elsewhere are not sent machines of vpc-3"],
  [{ notMarked: 4 }, NOW, "4 machines have no mTLS mark, so no gateway routes to them"],
  [{ notMarked: 1 }, THEN, "1 machine had no mTLS mark, so no gateway routes to it"],
  [{ closedByPolicy: 2 }, NOW, "A PeerAuthentication closes gateways to 2 machines"],
  [{ notPassed: 1 }, NOW, "1 host is passed by no gateway"],
  [{ notPassed: 7 }, THEN, "7 hosts were passed by no gateway"],
  [{ noAddress: 2, labelOnly: 1 }, NOW, "2 machines have no address · 1 machine names a network in a label that does not count"],
  [{ notKnown: 2, podsSeen: false }, NOW, "How 2 networks are reached cannot be told · pods are not visible"],
  [{ notKnown: 2, podsSeen: false }, THEN, "How 2 networks were reached cannot be told · pods were not known"],
])("the second line of %j", (change, tense, words) => {
  expect(
    networksLine({ ...INPUT, ...change }, tense)
      .map(({ text }) => text)
      .join(" · "),
  ).toBe(words);
});
