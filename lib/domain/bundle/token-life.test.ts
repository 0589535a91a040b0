import { expect, it } from "vitest";
import { tokenLives } from "./token-life";

it.each([
  ["no rule", null, [10, 30, 60]],
  ["a rule that allows all", 3_600, [10, 30, 60]],
  ["half an hour", 1_800, [10, 30]],
  ["a quarter of an hour", 900, [10, 15]],
  ["the shortest that the API server gives", 600, [10]],
  ["a limit within a minute", 650, [10]],
])("with %s, a token lives for %j seconds at most", (_, most, lives) => expect(tokenLives(most)).toEqual(lives));
