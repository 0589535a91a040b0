import { expect, it } from "vitest";
import { aWorld } from "@/lib/testing/entries";
import { aGateway, cannotTell, evidenceOfAll, withGateways } from "@/lib/testing/finding-cases";
import { gatewayOfNobody } from "./gateway-of-nobody";

it.each([
  ["no port that istiod knows", aGateway({ tlsPort: null }), [{ gateway: "istio-system/east-west", network: "vpc-1", lacks: "port" }]],
  ["no address", aGateway({ addresses: [] }), [{ gateway: "istio-system/east-west", network: "vpc-1", lacks: "address" }]],
  [
    "no address and the type NodePort",
    aGateway({ addresses: [], nodeAddresses: "possible" }),
    [{ gateway: "istio-system/east-west", network: "vpc-1", lacks: "node-selector" }],
  ],
  ["addresses of Nodes, which Stolos does not read", aGateway({ addresses: [], nodeAddresses: "used" }), []],
  ["a port and an address", aGateway(), []],
  ["a port for ambient only", aGateway({ tlsPort: null, tunnelPort: 15008 }), []],
  ["no network, so that it is no gateway", aGateway({ network: "", tlsPort: null }), []],
])("of a Service with %s", (_what, service, evidence) => expect(evidenceOfAll(gatewayOfNobody, withGateways([service]))).toEqual(evidence));

it("cannot tell where they are out of sight", () => {
  expect(cannotTell(gatewayOfNobody, { world: aWorld([], { gateways: { kind: "denied", source: "list services" } }) })).toBe(true);
});
