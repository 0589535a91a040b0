import { expect, it } from "vitest";
import { claimPhrase } from "./claim-words";

it.each([
  ["defines", [], "says what the host is for callers in web"],
  ["adds-endpoints", [], "adds its endpoints"],
  ["adds-endpoints", ["http"], "adds its endpoints, but those of port http are lost: the other has no such port"],
  ["other-namespace-wins", ["http"], "loses in web: another namespace has the host there, and machines of several namespaces are not added up"],
  ["not-exported", ["http"], "is not exported to web"],
  ["not-imported", ["http"], "is not imported by the Sidecar of callers in web"],
] as const)("a claim that %s with lost ports %j", (outcome, lost, words) => {
  expect(claimPhrase(outcome, "web", lost)).toBe(words);
});
