import { expect, it } from "vitest";
import { RULE_NAMES } from "./rule-names";
import { RULES } from "./rules";

it("the list of names has each rule in the order of the rules (npm run generate writes it)", () => {
  expect(Object.entries(RULE_NAMES)).toEqual(RULES.map(({ code, name }) => [code, name]));
});
