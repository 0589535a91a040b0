import { expect, it } from "vitest";
import { findingWords } from "./finding-words";

it.each([
  [
    { by: "webhook", level: "refuses", code: "export-all-and-some", values: {} },
    "Istio's webhook refuses this: * together with other values. Keep * alone, or take it away.",
  ],
  [
    { by: "schema", level: "refuses", code: "unknown-field", values: { field: "workloadselector", near: "workloadSelector" } },
    "The API server refuses this: there is no field workloadselector here. Did you mean workloadSelector?",
  ],
  [
    { by: "schema", level: "refuses", code: "object-name", values: { name: "a".repeat(254), most: "253" } },
    "The API server refuses this: the name has 254 letters, and may have 253 at most.",
  ],
  [
    { by: "schema", level: "refuses", code: "wrong-type", values: { found: "an object", wanted: "a text", unquoted: "001:db8::" } },
    'The API server refuses this: YAML reads the last colon of this address as a key. Write it in quotes: "001:db8::".',
  ],
  [{ by: "schema", level: "refuses", code: "required", values: { field: "hosts" } }, "The API server refuses this: hosts is missing. Add it."],
  [
    { by: "webhook", level: "warns", code: "partial-wildcard", values: { host: "*x.com" } },
    'Istio\'s webhook warns: "*x.com": a * stands alone before the first dot, except with DYNAMIC_DNS.',
  ],
  [
    { by: "webhook", level: "refuses", code: "probe-method", values: { method: "grpc" } },
    "Istio's webhook refuses this: the probe's method grpc, which it does not know. Write httpGet, tcpSocket or exec.",
  ],
] as const)("%o", (finding, words) => {
  expect(findingWords(finding)).toBe(words);
});
