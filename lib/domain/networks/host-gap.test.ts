import { expect, it } from "vitest";
import { type GatewayedHost, hostGaps } from "./host-gap";
import type { PassGap } from "./passthrough";

it.each<[string, Partial<GatewayedHost>, readonly PassGap[], readonly string[]]>([
  ["without a rule, which gateways pass", {}, [], []],
  ["with a rule for mutual TLS", { ruledMode: "ISTIO_MUTUAL" }, [], []],
  ["with TLS switched off", { closed: "destination-rule", ruledMode: "DISABLE" }, [], ["rule"]],
  ["with TLS of its own", { closed: "destination-rule", ruledMode: "SIMPLE" }, [], ["rule"]],
  ["with TLS switched off on one port of several", { ruledMode: "DISABLE" }, [], []],
  ["with mutual TLS switched off by a PeerAuthentication", { closed: "peer-authentication" }, [], ["policy"]],
  ["where enableAutoMtls is off", { closed: "auto-mtls-off" }, [], ["auto-mtls-off"]],
  ["outside the mesh, with TLS switched off", { closed: "external", ruledMode: "DISABLE" }, [], ["rule", "external"]],
  ["outside the mesh, with ISTIO_MUTUAL", { closed: "external", ruledMode: "ISTIO_MUTUAL" }, [], ["external"]],
  ["outside the mesh, which no gateway lists either", { closed: "external" }, ["not-covered"], ["external"]],
  ["that two gateways drop for one reason", {}, ["not-covered", "not-covered"], ["not-covered"]],
  ["that gateways drop for several reasons", {}, ["other-owner", "not-exported"], ["not-exported", "other-owner"]],
  ["with TLS switched off, which no gateway lists", { closed: "destination-rule", ruledMode: "DISABLE" }, ["not-covered"], ["rule", "not-covered"]],
])("a service %s", (_title, change, dropped, codes) => {
  expect(hostGaps({ closed: null, ruledMode: null, ...change }, dropped).map(({ code }) => code)).toEqual(codes);
});
