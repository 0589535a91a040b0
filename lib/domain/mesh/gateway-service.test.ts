import { expect, it } from "vitest";
import { type GatewayService, networkGatewaysOf } from "./gateway-service";

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
  ["a port of its own", { tlsPort: 31_400 }, [gateway("203.0.113.10", 31_400)]],
  ["a tunnel's port only, of no use to sidecars", { tlsPort: null, tunnelPort: 15_008 }, [gateway("203.0.113.10", 0)]],
  ["no port that istiod knows", { tlsPort: null }, []],
  ["no address yet", { addresses: [] }, []],
  ["no network", { network: "" }, []],
])("a labelled Service with %s", (_what, change, gateways) => {
  expect(networkGatewaysOf(service(change), "Kubernetes")).toEqual(gateways);
});
