import { expect, it } from "vitest";
import { type FactInput, factPhrase, type RejectedConfig, ratePhrase, rejectedConfigText } from "./facts-line";

it.each<[FactInput, string]>([
  [{ kind: "known", value: 1_800_000, source: "arguments of istiod's Pods" }, "30 min (arguments of istiod's Pods)"],
  [{ kind: "assumed", value: 10_000, source: "istiod's default" }, "10 s, assumed (istiod's default)"],
  [{ kind: "known", value: null, source: "arguments of istiod's Pods" }, "unlimited (arguments of istiod's Pods)"],
  [{ kind: "denied", value: null, source: "Pods cannot be read" }, "not known (Pods cannot be read)"],
])("%j", (fact, phrase) => {
  expect(factPhrase(fact)).toBe(phrase);
});

it.each([
  [{ began: 104, windowMs: 300_000, expected: 100.6 }, "104 connections that are held began in the last 5 min; a fleet at rest would renew about 101"],
  [{ began: 1, windowMs: 75_000, expected: 0.2 }, "1 connection that is held began in the last 1 min; a fleet at rest would renew about 0"],
  [{ began: 0, windowMs: 300_000, expected: null }, "0 connections that are held began in the last 5 min; no maximum age is set, so none is due"],
])("%j", (rate, phrase) => {
  expect(ratePhrase(rate)).toBe(phrase);
});

it.each<[Partial<RejectedConfig>, string]>([
  [
    {},
    "istiod rejects mesh in ConfigMap istio: its field trustDomain is no text. It uses its defaults. A replica that accepted an earlier value still uses that.",
  ],
  [
    { isBeforeKnown: true, key: "meshNetworks", configMap: "istio-canary" },
    "istiod rejects meshNetworks in ConfigMap istio-canary: its field trustDomain is no text. It uses the last value that it accepted. After a restart it uses its defaults.",
  ],
  [{ by: "Stolos", why: "its key mesh is too long" }, "Stolos does not read mesh in ConfigMap istio: its key mesh is too long. Pages show Istio's defaults."],
])("%j", (change, text) => {
  expect(rejectedConfigText({ configMap: "istio", key: "mesh", by: "istiod", why: "its field trustDomain is no text", isBeforeKnown: false, ...change })).toBe(
    text,
  );
});
