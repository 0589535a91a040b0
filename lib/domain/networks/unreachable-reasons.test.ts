import { expect, it } from "vitest";
import type { GatewayDropReason } from "./passthrough";
import {
  hasMutualTlsMark,
  type MachineReachabilityInput,
  type NetworkGatewayPresence,
  type ServiceGatewaySettings,
  serviceUnreachableReasons,
  type UnreachableReason,
  unreachableReasons,
  unreachableReasonsWithoutGateway,
} from "./unreachable-reasons";

const MACHINE: MachineReachabilityInput = { address: "10.0.0.1", network: "vpc-1", networkLabel: "", serviceAccount: "web", tlsMode: undefined };

it.each<[string, Partial<MachineReachabilityInput>, NetworkGatewayPresence, readonly UnreachableReason[]]>([
  ["with address, network and account, behind a gateway", {}, "in-network", []],
  ["with address, network and account, and no gateway", {}, "elsewhere", []],
  ["without an account, behind a gateway", { serviceAccount: "" }, "in-network", ["not-marked"]],
  ["without an account, and no gateway: callers connect directly", { serviceAccount: "" }, "elsewhere", []],
  ["without an account and without a network", { serviceAccount: "", network: "" }, "in-network", []],
  ["with the mark by its label, without an account", { serviceAccount: "", tlsMode: "istio" }, "in-network", []],
  ["with an account, whose label removes the mark", { tlsMode: "disabled" }, "in-network", ["not-marked"]],
  ["without an address, behind a gateway", { address: "" }, "in-network", ["no-address-here"]],
  ["without an address, and its network has no gateway", { address: "" }, "elsewhere", ["no-address"]],
  ["without an address, and the mesh has no gateway", { address: "" }, "nowhere", ["empty-address"]],
  ["with neither address nor network, and the mesh has no gateway", { address: "", network: "" }, "nowhere", ["empty-address"]],
  ["without an account, and the mesh has no gateway", { serviceAccount: "" }, "nowhere", []],
  ["with neither address nor network", { address: "", network: "" }, "in-network", ["no-address"]],
  ["without address and account, behind a gateway", { address: "", serviceAccount: "" }, "in-network", ["no-address-here", "not-marked"]],
  ["with a network label, but without spec.network", { network: "", networkLabel: "vpc-1" }, "in-network", ["label-only"]],
  ["whose network label is equal to spec.network", { networkLabel: "vpc-1" }, "in-network", []],
  ["whose network label differs from spec.network", { networkLabel: "vpc-2" }, "in-network", ["label-differs"]],
])("unreachableReasons returns the right reasons for a machine %s", (_what, change, gateway, gaps) => {
  const machine = { ...MACHINE, ...change };
  expect(unreachableReasons(machine, gateway)).toEqual(gaps);
  for (const place of ["elsewhere", "nowhere"] as const)
    expect(unreachableReasonsWithoutGateway(unreachableReasons(machine, "in-network"), place)).toEqual(unreachableReasons(machine, place));
});

it.each([
  ["a service account", "web", undefined, true],
  ["no service account", "", undefined, false],
  ["a label with another value", "web", "permissive", false],
  ["an empty label", "web", "", false],
] as const)("hasMutualTlsMark is right for an entry with %s", (_what, serviceAccount, tlsMode, marked) => {
  expect(hasMutualTlsMark({ serviceAccount, tlsMode })).toBe(marked);
});

it.each<[string, Partial<ServiceGatewaySettings>, readonly GatewayDropReason[], readonly string[]]>([
  ["without a DestinationRule, which gateways pass", {}, [], []],
  ["with a DestinationRule for mutual TLS", { ruledMode: "ISTIO_MUTUAL" }, [], []],
  ["with TLS off by a DestinationRule", { closed: "destination-rule", ruledMode: "DISABLE" }, [], ["rule"]],
  ["with SIMPLE by a DestinationRule", { closed: "destination-rule", ruledMode: "SIMPLE" }, [], ["rule"]],
  ["with TLS off on one of several ports", { ruledMode: "DISABLE" }, [], []],
  ["with mutual TLS off by a PeerAuthentication", { closed: "peer-authentication" }, [], ["policy"]],
  ["with enableAutoMtls off", { closed: "auto-mtls-off" }, [], ["auto-mtls-off"]],
  ["outside the mesh, with TLS off", { closed: "external", ruledMode: "DISABLE" }, [], ["rule", "external"]],
  ["outside the mesh, with ISTIO_MUTUAL", { closed: "external", ruledMode: "ISTIO_MUTUAL" }, [], ["external"]],
  ["outside the mesh, which no gateway lists", { closed: "external" }, ["not-covered"], ["external"]],
  ["that two gateways drop for one reason", {}, ["not-covered", "not-covered"], ["not-covered"]],
  ["that gateways drop for several reasons", {}, ["other-owner", "not-exported"], ["not-exported", "other-owner"]],
  ["with TLS off, which no gateway lists", { closed: "destination-rule", ruledMode: "DISABLE" }, ["not-covered"], ["rule", "not-covered"]],
])("serviceUnreachableReasons returns the right reasons for a service %s", (_title, change, dropped, codes) => {
  expect(serviceUnreachableReasons({ closed: null, ruledMode: null, ...change }, dropped).map(({ code }) => code)).toEqual(codes);
});
