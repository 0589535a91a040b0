import { expect, it } from "vitest";
import { GATEWAY_STATUSES } from "@/lib/domain/networks/known-gateway";
import { foundByWords, STANDING_WORDS } from "./gateway-words";

it.each([
  [{ by: "service", namespace: "istio-system", name: "gw" }, "Service istio-system/gw, label topology.istio.io/network"],
  [{ by: "kubernetes-gateway", namespace: "istio-system", name: "gw" }, "Gateway istio-system/gw (gateway.networking.k8s.io), label topology.istio.io/network"],
  [{ by: "mesh-networks", service: "" }, "meshNetworks, by its address"],
  [{ by: "mesh-networks", service: "gw.istio-system.svc.cluster.local" }, "meshNetworks, by the Service gw.istio-system.svc.cluster.local"],
] as const)("%j is found by: %s", (found, words) => {
  expect(foundByWords(found)).toBe(words);
});

it.each(GATEWAY_STATUSES)("%s has words of its own", (standing) => {
  const { word, means } = STANDING_WORDS[standing];
  expect(word).not.toBe("");
  expect(means).toMatch(/\.$/);
  expect(Object.values(STANDING_WORDS).filter((other) => other.word === word)).toHaveLength(1);
});

it("nothing about a gateway is called well: that it answers cannot be seen", () => {
  expect(Object.values(STANDING_WORDS).filter(({ tone }) => tone === "good")).toEqual([]);
});
