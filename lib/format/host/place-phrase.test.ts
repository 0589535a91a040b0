import { expect, it } from "vitest";
import { placePhrase } from "./place-phrase";

it("an empty locality is no locality", () => {
  expect([placePhrase(""), placePhrase("eu/a")]).toEqual(["no locality", "eu/a"]);
});
