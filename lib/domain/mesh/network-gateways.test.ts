import { expect, it } from "vitest";
import {
  type GatewayService,
  hasNoGatewayApi,
  type KubernetesGateway,
  NO_GATEWAY_API,
  networkGatewaysOfKubernetesGateway,
  networkGatewaysOfService,
} from "./network-gateways";

const service = (change: Partial<GatewayService>): GatewayService => ({
  ...{ namespace: "istio-system", name: "istio-eastwestgateway", network: "vpc-1", addresses: ["203.0.113.10"], tlsPort: 15_443, tunnelPort: null },
  ...{ isEastWest: true, selector: [], serverPorts: [15_443] },
  ...change,
});
const gateway = (address: string, port: number) => ({ network: "vpc-1", cluster: "Kubernetes", address, port });

it.each<[string, Partial<GatewayService>, readonly object[]]>([
  ["an address", {}, [gateway("203.0.113.10", 15_443)]],
  [
    "several addresses, one of them a host name",
    { addresses: ["203.0.113.10", "gw.example.net"] },
    [gateway("203.0.113.10", 15_443), gateway("gw.example.net", 15_443)],
  ],
  ["its own port", { tlsPort: 31_400 }, [gateway("203.0.113.10", 31_400)]],
  ["only a tunnel port, for which sidecars cannot use the gateway", { tlsPort: null, tunnelPort: 15_008 }, [gateway("203.0.113.10", 0)]],
  ["no port of a gateway", { tlsPort: null }, []],
  ["no address yet", { addresses: [] }, []],
  ["no network", { network: "" }, []],
])("networkGatewaysOf returns the gateways of a labelled Service with %s", (_what, change, gateways) => {
  expect(networkGatewaysOfService(service(change), "Kubernetes")).toEqual(gateways);
});

const GATEWAY: KubernetesGateway = {
  ...{ namespace: "istio-system", name: "eastwest", network: "vpc-1", addresses: ["203.0.113.10"], listeners: [{ port: 15_443, isTunnel: false }] },
  ...{ passing: [{ port: 15_443, host: "*" }], className: "istio", services: ["eastwest-istio"], allowsListenerSets: false },
};
const made = (change: Partial<KubernetesGateway>) =>
  networkGatewaysOfKubernetesGateway({ ...GATEWAY, ...change }, "east").map(({ address, port }) => `${address}:${port}`);

it.each<[string, Partial<KubernetesGateway>, readonly string[]]>([
  ["one address and one listener", {}, ["203.0.113.10:15443"]],
  [
    "each address with each listener",
    {
      ...{ addresses: ["203.0.113.10", "gw.example.net"] },
      listeners: [
        { port: 15_443, isTunnel: false },
        { port: 31_400, isTunnel: false },
      ],
    },
    ["203.0.113.10:15443", "203.0.113.10:31400", "gw.example.net:15443", "gw.example.net:31400"],
  ],
  ["an HBONE listener, whose port sidecars get too", { listeners: [{ port: 15_008, isTunnel: true }] }, ["203.0.113.10:15008"]],
  ["no address in its spec", { addresses: [] }, []],
  ["no listener for other networks", { listeners: [] }, []],
  ["an empty network", { network: "" }, []],
])("networkGatewaysOfKubernetes returns the gateways of a Gateway with %s", (_what, change, expected) => expect(made(change)).toEqual(expected));

it("networkGatewaysOfKubernetesGateway returns gateways with the cluster ID of their source", () => {
  expect(networkGatewaysOfKubernetesGateway(GATEWAY, "east")).toEqual([{ network: "vpc-1", cluster: "east", address: "203.0.113.10", port: 15_443 }]);
});

it("hasNoGatewayApi is true for a kind that the cluster does not serve, and false for an empty list", () => {
  expect(hasNoGatewayApi(NO_GATEWAY_API)).toBe(true);
  expect(hasNoGatewayApi({ kind: "known", value: [], source: "Gateways" })).toBe(false);
  expect(hasNoGatewayApi({ kind: "denied", source: NO_GATEWAY_API.source })).toBe(false);
});
