import { expect, it } from "vitest";
import { aGateway, aMachine, evidenceOf, leftAfterPatch, withGateways } from "@/lib/testing/finding-cases";
import { aServiceEntry } from "@/lib/testing/selection";
import { externalBehindGateway } from "./external-behind-gateway";

const hosts = [aServiceEntry({ isExternal: true })];
const entries = [aMachine("vm", { network: "vpc-1" })];
const gated = withGateways([aGateway()]);

it.each([
  ["machines behind a gateway", { hosts, entries, ...gated }, [{ networks: ["vpc-1"], machines: 1 }]],
  ["a host of the mesh", { hosts: [aServiceEntry()], entries, ...gated }, []],
  ["machines in a network without a gateway", { hosts, entries: [aMachine("vm", { network: "vpc-2" })], ...gated }, []],
  ["resolution DNS, for which istiod knows no gateways", { hosts: [aServiceEntry({ isExternal: true, resolution: "DNS" })], entries, ...gated }, []],
])("of %s", (_what, objects, evidence) => expect(evidenceOf(externalBehindGateway, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))));

it("its patch silences it", () => expect(leftAfterPatch(externalBehindGateway, { hosts, entries, ...gated })).toEqual([]));
