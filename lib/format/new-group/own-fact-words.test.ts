import { expect, it } from "vitest";
import { ownFactProblem, ownFactWords } from "./own-fact-words";

it.each([
  ["gateway", "gw.example.net", ""],
  ["gateway", "203.0.113.10", ""],
  ["gateway", "gateway", "This is no IP address and no domain name, such as 203.0.113.10 or gateway.example.net."],
  ["clusterId", "any text", ""],
  ["trustDomain", "td", ""],
] as const)("what is wrong with %s %j: %j", (fact, value, problem) => {
  expect(ownFactProblem({ fact, value })).toBe(problem);
});

it("says where it was typed", () => {
  expect(ownFactWords()).toBe("typed by you in the first step of a new group");
});
