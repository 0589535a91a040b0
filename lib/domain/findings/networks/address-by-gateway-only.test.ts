import { expect, it } from "vitest";
import { aWorld } from "@/lib/testing/entries";
import { aGateway, aMachine, cannotTell, evidenceOf, withGateways } from "@/lib/testing/finding-cases";
import { addressByGatewayOnly } from "./address-by-gateway-only";

const bare = (network: string) => aMachine("lake", { address: "", network });

it.each([
  ["a network without a gateway", bare("vpc-2"), [{ network: "vpc-2" }]],
  ["a network with one", bare("vpc-1"), []],
  ["an address", aMachine("vm", { network: "vpc-2" }), []],
  ["neither, which another rule tells", bare(""), []],
])("of an entry with %s", (_what, entry, evidence) =>
  expect(evidenceOf(addressByGatewayOnly, { entries: [entry], ...withGateways([aGateway()]) })).toEqual(evidence),
);

it("cannot tell where gateways are out of sight", () => {
  const world = aWorld([], { gateways: { kind: "denied", source: "list services" } });
  expect(cannotTell(addressByGatewayOnly, { entries: [bare("vpc-2")], world })).toBe(true);
});
