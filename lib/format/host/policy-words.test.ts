import { expect, it } from "vitest";
import { authorizationPhrase, peerPhrase, routePhrase, rulePhrase } from "./policy-words";

it.each([
  [{ isFor: true, subsets: [] }, "decides where requests for this host go"],
  [{ isFor: true, subsets: ["v1"] }, "decides where requests for this host go, and sends them to subset v1"],
  [{ isFor: false, subsets: ["", "v1", "v2"] }, "sends requests here and to subsets v1 and v2"],
  [{ isFor: false, subsets: [""] }, "sends requests here"],
])("a VirtualService: %o", (route, words) => {
  expect(routePhrase(route)).toBe(words);
});

it.each([
  [
    { subsets: ["v1", "v2"], hasOutlier: true, tls: "ISTIO_MUTUAL", balancer: true },
    "subsets v1 and v2, outlier detection, TLS mode ISTIO_MUTUAL and load balancing",
  ],
  [{ subsets: [], hasOutlier: false, tls: null, balancer: false }, "names this host, and says nothing of who answers"],
])("a DestinationRule: %o", (rule, words) => {
  expect(rulePhrase(rule)).toBe(words);
});

it.each([
  ["STRICT", [], 3, "3 endpoints take mutual TLS only (STRICT)"],
  [null, ["8443: DISABLE"], 1, "1 endpoint takes as the next wider policy says; ports of their own: 8443: DISABLE"],
])("a PeerAuthentication of mode %s", (mode, ports, of, words) => {
  expect(peerPhrase(mode, ports, of)).toBe(words);
});

it("an AuthorizationPolicy says what it lets in, and at how many", () => {
  expect(authorizationPhrase("ALLOW", 2, 3)).toBe("3 endpoints: lets in only what 2 rules say");
});
