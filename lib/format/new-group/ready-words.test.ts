import { expect, it } from "vitest";
import { askForRightWords, draftWords } from "./ready-words";

it("names the verb that is missing, whom to ask, and the way without it", () => {
  const missing = "The verb create on services in namespace shop is missing";
  expect(askForRightWords({ missing, namespace: "shop" })).toBe(`${missing}. Ask whoever gives rights in shop for it, or copy the YAML for Git at the end.`);
});

it("names a draft, also one without a name", () => {
  expect([draftWords({ name: "web", namespace: "shop" }), draftWords({ name: "", namespace: "shop" })]).toEqual(["web in shop", "without a name in shop"]);
});
