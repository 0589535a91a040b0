import { expect, it } from "vitest";
import { isPassing } from "./passing-refusal";

it.each([
  [undefined, true],
  [401, true],
  [429, true],
  [502, true],
  [503, true],
  [400, false],
  [403, false],
  [404, false],
])("a refusal with the status %s takes nothing away that is shown: %s", (status, expected) => {
  expect(isPassing({ kind: "refused", problem: "No.", ...(status !== undefined && { status }) })).toBe(expected);
});
