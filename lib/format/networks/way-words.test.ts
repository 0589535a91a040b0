import { expect, it } from "vitest";
import { wayWords } from "./way-words";

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
