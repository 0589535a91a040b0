import { expect, it } from "vitest";
import type { ServiceEntry } from "@/lib/domain/selection/objects";
import { aWorld } from "@/lib/testing/entries";
import { aGateway, aMachine, cannotTell, evidenceOfAll, withGateways } from "@/lib/testing/finding-cases";
import { aServiceEntry } from "@/lib/testing/selection";
import { addressByGatewayOnly } from "./address-by-gateway-only";

const bare = (network: string) => aMachine("lake", { address: "", network });

it.each([
  ["a network without a gateway", bare("vpc-2"), [{ network: "vpc-2", callers: "nothing" }]],
  ["a network with one", bare("vpc-1"), []],
  ["an address", aMachine("vm", { network: "vpc-2" }), []],
  ["neither, which another rule tells", bare(""), []],
])("of an entry with %s", (_what, entry, evidence) =>
  expect(evidenceOfAll(addressByGatewayOnly, { entries: [entry], ...withGateways([aGateway()]) })).toEqual(evidence),
);

it.each<[string, ServiceEntry["resolution"], string]>([
  ["in a mesh without any gateway", "STATIC", "empty-address"],
  ["in a mesh without any gateway, by DNS", "DNS", "empty-address"],
])("reports an empty address %s", (_where, resolution, callers) => {
  const hosts = [aServiceEntry({ resolution, selector: [["app", "lake"]] })];
  const entry = { ...bare("vpc-2"), specLabels: [["app", "lake"]] as const };
  expect(evidenceOfAll(addressByGatewayOnly, { entries: [entry], hosts, ...withGateways([]) })).toEqual([{ network: "vpc-2", callers }]);
});

it.each<[string, ServiceEntry["resolution"], boolean, string]>([
  ["does not know the endpoints of a DNS service behind a Service's gateway", "DNS", true, "not-known"],
  ["reports no endpoint for a list", "STATIC", true, "nothing"],
  ["counts a DNS service as possible while ServiceEntries are not visible", "STATIC", false, "by-service"],
])("%s", (_claim, resolution, isSeen, callers) => {
  const hosts = [aServiceEntry({ resolution, selector: [["app", "lake"]] })];
  const entry = { ...bare("vpc-2"), specLabels: [["app", "lake"]] as const };
  const unseen = isSeen ? {} : { serviceentries: "all" as const };
  const found = evidenceOfAll(addressByGatewayOnly, { entries: [entry], hosts: isSeen ? hosts : [], unseen, ...withGateways([aGateway()]) });
  expect(found).toEqual([{ network: "vpc-2", callers }]);
});

it("cannot tell where gateways are out of sight", () => {
  const world = aWorld([], { gateways: { kind: "denied", source: "list services" } });
  expect(cannotTell(addressByGatewayOnly, { entries: [bare("vpc-2")], world })).toBe(true);
});
