import { expect, it } from "vitest";
import { policyKind, unseenPolicies } from "./policy-kinds";

it.each([
  ["authorizationpolicies", "AuthorizationPolicy"],
  ["others", "others"],
])("names the kind of %s", (plural, kind) => {
  expect(policyKind(plural)).toBe(kind);
});

it.each([
  [["sidecars"], "Sidecars are not all visible here: there may be more that touch it."],
  [["sidecars", "destinationrules"], "Sidecars and DestinationRules are not all visible here: there may be more that touch it."],
])("says that %j are out of sight", (plurals, words) => {
  expect(unseenPolicies(plurals)).toBe(words);
});
