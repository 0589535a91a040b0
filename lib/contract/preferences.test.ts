import { expect, it } from "vitest";
import { themeOf } from "./preferences";

it.each([
  ["system", "/oncall", "dark"],
  ["light", "/oncall", "light"],
  ["dark", "/oncall", "dark"],
  ["system", "/", "system"],
  ["system", "/oncall/x", "system"],
] as const)("%s on %s is %s", (theme, path, shown) => {
  expect(themeOf({ theme }, path)).toBe(shown);
});
