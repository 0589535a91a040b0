import { expect, it } from "vitest";
import { claimPhrase } from "./claim-words";

const ALL = { lost: [], isSomeLeft: true, hasList: true };

it.each([
  ["defines", ALL, "defines the host name for callers in web"],
  ["adds-endpoints", ALL, "adds its endpoints"],
  ["adds-endpoints", { ...ALL, lost: ["http"] }, "adds its endpoints, but none on port http: the owner has no such port"],
  ["adds-endpoints", { ...ALL, lost: ["http", "81"], isSomeLeft: false }, "adds no endpoint: the owner has no port http and port 81"],
  ["adds-endpoints", { ...ALL, hasList: false }, "adds no endpoint: callers get no list of endpoints for this host name"],
  ["other-namespace-wins", ALL, "adds no endpoint in web: an object of another namespace defines the host name there"],
  ["not-exported", ALL, "is not exported to web"],
  ["not-imported", ALL, "is not imported by the Sidecar of callers in web"],
] as const)("an object that %s with %j", (outcome, ports, words) => {
  expect(claimPhrase(outcome, "web", ports)).toBe(words);
});
