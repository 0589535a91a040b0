import { expect, it } from "vitest";
import { type GatewayedHost, hostGaps, type PassedHosts } from "./host-gap";

const HOST: GatewayedHost = { host: "web.shop.svc.cluster.local", isExternal: false, ruledMode: null };

it.each<[string, Partial<GatewayedHost>, PassedHosts, readonly string[], boolean]>([
  ["covered, without a rule", {}, ["*.local"], [], true],
  ["covered, with a rule for mutual TLS", { ruledMode: "ISTIO_MUTUAL" }, ["*.local"], [], true],
  ["covered, with TLS switched off", { ruledMode: "DISABLE" }, ["*.local"], ["rule"], true],
  ["covered, with TLS of its own", { ruledMode: "SIMPLE" }, ["*.local"], ["rule"], true],
  ["not covered", { host: "vm.example.com" }, ["*.local"], ["not-covered"], true],
  ["that no server passes", {}, [], ["not-covered"], true],
  ["outside the mesh: whether it is covered does not matter", { isExternal: true }, ["*"], ["external"], true],
  ["outside the mesh, Gateways not visible", { isExternal: true }, null, ["external"], true],
  ["inside the mesh, Gateways not visible", {}, null, [], false],
  ["with TLS switched off, Gateways not visible", { ruledMode: "DISABLE" }, null, ["rule"], false],
])("a host %s", (_what, change, passed, codes, isKnown) => {
  const told = hostGaps({ ...HOST, ...change }, passed);
  expect([told.gaps.map(({ code }) => code), told.isKnown]).toEqual([codes, isKnown]);
});
