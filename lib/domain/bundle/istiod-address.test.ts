import { expect, it } from "vitest";
import { type EastWestService, type IstiodGateway, istiodGatewayOf } from "./istiod-address";

const service = (name: string, addresses: readonly string[], ports: readonly number[] = [15_443, 15_012]): EastWestService => ({ name, addresses, ports });

it.each<[claim: string, services: readonly EastWestService[], gateway: IstiodGateway]>([
  ["none if no Service has the label of a gateway", [], { kind: "none" }],
  ["none if the only Service has another name and no port of istiod", [service("vms", ["203.0.113.10"], [15_443])], { kind: "none" }],
  [
    "the Service with the name that istioctl uses, at its first address",
    [service("vms", ["203.0.113.9"]), service("istio-eastwestgateway", ["203.0.113.10", "gw.example.net"])],
    { kind: "open", service: "istio-eastwestgateway", address: "203.0.113.10" },
  ],
  ["a Service with another name if it has istiod's port", [service("vms", ["gw.example.net"])], { kind: "open", service: "vms", address: "gw.example.net" }],
  ["without an address while its load balancer is created", [service("istio-eastwestgateway", [])], { kind: "no-address", service: "istio-eastwestgateway" }],
  [
    "closed if the Service with istioctl's name does not have istiod's port",
    [service("istio-eastwestgateway", ["203.0.113.10"], [15_443])],
    { kind: "closed", service: "istio-eastwestgateway", address: "203.0.113.10" },
  ],
])("the gateway to istiod is %s", (_claim, services, gateway) => {
  expect(istiodGatewayOf(services)).toEqual(gateway);
});
