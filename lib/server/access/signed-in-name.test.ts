import { expect, it } from "vitest";
import { signedInName } from "./signed-in-name";

it.each([
  ['["token",["eu","ann"],["us","bob"]]', "ann"],
  ['["token",["us","bob"]]', ""],
  ['["oidc",["eu","ann"]]', "ann"],
  ['[1,["eu","ann"]]', '[1,["eu","ann"]]'],
  ['["proxy",["eu","ann"],["us","ann"]]', "ann"],
  ['["token",["eu"],[1,2],"x"]', '["token",["eu"],[1,2],"x"]'],
  ["local", "local"],
  ["{broken", "{broken"],
])("of %j is the name in that cluster alone: %j", (subject, name) => {
  expect(signedInName(subject, "eu")).toBe(name);
});
