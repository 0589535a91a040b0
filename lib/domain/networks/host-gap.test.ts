import { expect, it } from "vitest";
import { type GatewayedHost, hostGaps, type PassedHosts } from "./host-gap";

const HOST: GatewayedHost = { host: "web.shop.svc.cluster.local", closed: null, ruledMode: null };

it.each<[string, Partial<GatewayedHost>, PassedHosts, readonly string[], boolean]>([
  ["covered, without a rule", {}, ["*.local"], [], true],
  ["covered, with a rule for mutual TLS", { ruledMode: "ISTIO_MUTUAL" }, ["*.local"], [], true],
  ["covered, with TLS switched off", { closed: "destination-rule", ruledMode: "DISABLE" }, ["*.local"], ["rule"], true],
  ["covered, with TLS of its own", { closed: "destination-rule", ruledMode: "SIMPLE" }, ["*.local"], ["rule"], true],
  ["covered, with TLS switched off on one port of several", { ruledMode: "DISABLE" }, ["*.local"], [], true],
  ["covered, with mutual TLS switched off by a PeerAuthentication", { closed: "peer-authentication" }, ["*.local"], ["policy"], true],
  ["covered, where enableAutoMtls is off", { closed: "auto-mtls-off" }, ["*.local"], ["auto-mtls-off"], true],
  ["outside the mesh, with TLS switched off", { closed: "external", ruledMode: "DISABLE" }, ["*"], ["rule", "external"], true],
  ["outside the mesh, with ISTIO_MUTUAL", { closed: "external", ruledMode: "ISTIO_MUTUAL" }, ["*"], ["external"], true],
  ["not covered", { host: "vm.example.com" }, ["*.local"], ["not-covered"], true],
  ["that no server passes", {}, [], ["not-covered"], true],
  ["outside the mesh: whether it is covered does not matter", { closed: "external" }, ["*"], ["external"], true],
  ["outside the mesh, Gateways not visible", { closed: "external" }, null, ["external"], true],
  ["inside the mesh, Gateways not visible", {}, null, [], false],
  ["with TLS switched off, Gateways not visible", { closed: "destination-rule", ruledMode: "DISABLE" }, null, ["rule"], false],
])("a host %s", (_what, change, passed, codes, isKnown) => {
  const told = hostGaps({ ...HOST, ...change }, passed);
  expect([told.gaps.map(({ code }) => code), told.isKnown]).toEqual([codes, isKnown]);
});
