import { expect, it } from "vitest";
import { RULE_NAMES } from "./rule-names";
import { RULES } from "./rules";

it("every rule has its name in the list of names, in the order of the rules, and no name is without its rule", () => {
  expect(Object.entries(RULE_NAMES)).toEqual(RULES.map(({ code, name }) => [code, name]));
});
