import { expect, it } from "vitest";
import { nodeWayWord, wayMachines, wayWords } from "./way-words";

it.each([
  ["direct", "same-network", "directly", null, /same network/],
  ["direct", "machines-without-network", "directly", null, /name no network/],
  ["gateways", "gateway", "through a gateway", null, /in place of the machines/],
  ["unverified", "no-gateway", "called directly", "warn", /nothing here can verify/],
  ["unverified", "no-gateway-in-mesh", "called directly", "warn", /no gateway at all/],
  ["left-out", "setting", "left out", "bad", /AMBIENT_ENABLE_MULTI_NETWORK=true/],
  ["left-out", "ambient", "left out", "bad", /HBONE/],
  ["left-out", "no-address", "left out", "bad", /Callers get no endpoint\./],
  ["not-known", "empty-address", "not known", "blind", /get an empty address/],
  ["not-known", "gateways-not-visible", "not known", "blind", /not all gateways are/],
  ["not-known", "callers-not-known", "not known", "blind", /choose where callers are/],
  ["not-known", "setting-not-visible", "not known", "blind", /cannot be seen/],
] as const)("%s because of %s: %s", (kind, because, word, tone, means) => {
  const words = wayWords({ kind, because, isAssumed: false });
  expect([words.word, words.tone]).toEqual([word, tone]);
  expect(words.means).toMatch(means);
});

it("says what it assumes", () => {
  expect(wayWords({ kind: "unverified", because: "no-gateway", isAssumed: true }).means).toMatch(/is assumed\.$/);
  expect(wayWords({ kind: "unverified", because: "no-gateway", isAssumed: false }).means).not.toMatch(/assumed/);
});

it.each([
  ["unverified", "no-gateway", { "no-address": 2 }, "called directly: 3 of 5 machines", "warn", /calls? the machines directly.* 2 machines have no address/],
  ["unverified", "no-gateway-in-mesh", { "empty-address": 1 }, "called directly: 4 of 5 machines", "warn", /1 machine has no address/],
  ["direct", "same-network", { "no-address-here": 5 }, "directly: 0 of 5 machines", "warn", /5 machines have no address/],
  ["direct", "same-network", { "not-marked": 2 }, "directly", null, /verified by nothing\.$/],
  ["gateways", "gateway", { "no-address-here": 2 }, "through a gateway", null, /mTLS mark only\.$/],
] as const)("counts machines without an address: %s because of %s, %j", (kind, because, gaps, word, tone, means) => {
  const words = wayWords({ kind, because, isAssumed: false }, wayMachines({ machines: 5, gaps }));
  expect([words.word, words.tone]).toEqual([word, tone]);
  expect(words.means).toMatch(means);
});

it.each([
  ["unverified", { machines: 149, unaddressed: 1 }, "148 of 149 directly"],
  ["unverified", { machines: 149, unaddressed: 0 }, "called directly"],
  ["direct", { machines: 3, unaddressed: 3 }, "0 of 3 directly"],
  ["gateways", { machines: 3, unaddressed: 3 }, "through a gateway"],
] as const)("fits into a node of the graph: %s, %j", (kind, of, word) => {
  expect(nodeWayWord({ kind, because: "", isAssumed: false }, of)).toBe(word);
});
