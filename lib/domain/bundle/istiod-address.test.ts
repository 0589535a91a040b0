import { expect, it } from "vitest";
import { type EastWestService, type IstiodGateway, istiodGatewayOf } from "./istiod-address";

const service = (name: string, addresses: readonly string[], ports: readonly number[] = [15_443, 15_012]): EastWestService => ({ name, addresses, ports });

it.each<[claim: string, services: readonly EastWestService[], gateway: IstiodGateway]>([
  ["none where no Service says that it is one", [], { kind: "none" }],
  ["none where the only one has another name and no port of istiod", [service("vms", ["203.0.113.10"], [15_443])], { kind: "none" }],
  [
    "that of istioctl's name, with its first address",
    [service("vms", ["203.0.113.9"]), service("istio-eastwestgateway", ["203.0.113.10", "gw.example.net"])],
    { kind: "open", service: "istio-eastwestgateway", address: "203.0.113.10" },
  ],
  ["one of another name that has istiod's port", [service("vms", ["gw.example.net"])], { kind: "open", service: "vms", address: "gw.example.net" }],
  ["without an address, as while its load balancer is made", [service("istio-eastwestgateway", [])], { kind: "no-address", service: "istio-eastwestgateway" }],
  [
    "closed where the one of istioctl's name lacks istiod's port",
    [service("istio-eastwestgateway", ["203.0.113.10"], [15_443])],
    { kind: "closed", service: "istio-eastwestgateway", address: "203.0.113.10" },
  ],
])("the gateway to istiod is %s", (_claim, services, gateway) => {
  expect(istiodGatewayOf(services)).toEqual(gateway);
});
