import { expect, it } from "vitest";
import { NO_GATEWAY_API } from "@/lib/domain/mesh/kubernetes-gateway";
import { aGateway } from "@/lib/testing/finding-cases";
import { unseenGateways } from "./shared-unseen-gateways";

const [SEEN, DENIED] = [
  { kind: "known", value: [], source: "Services" },
  { kind: "denied", source: "no right" },
] as const;

it.each([
  ["both", SEEN, SEEN, []],
  ["Services alone", SEEN, DENIED, ["network-gateways"]],
  ["Gateways alone", DENIED, SEEN, ["gateway-services"]],
  ["neither", DENIED, DENIED, ["gateway-services", "network-gateways"]],
  ["Services, in a cluster without the Gateway API", SEEN, NO_GATEWAY_API, []],
] as const)("where %s are seen", (_what, gateways, networkGateways, expected) => expect(unseenGateways({ gateways, networkGateways })).toEqual(expected));

it.each([
  ["the network", "vpc-1", ["nodes"]],
  ["another network", "vpc-2", []],
])("needs Nodes for %s of a Service that has their addresses", (_what, network, expected) => {
  const gateways = { ...SEEN, value: [aGateway({ addresses: [], nodeAddresses: "used" })] };
  expect(unseenGateways({ gateways, networkGateways: SEEN }, network)).toEqual(expected);
});
