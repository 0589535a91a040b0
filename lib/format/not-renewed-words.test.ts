import { expect, it } from "vitest";
import { notRenewedWords } from "./not-renewed-words";

it("tells how old what is shown is, and why it is not newer", () => {
  expect(notRenewedWords({ ageMs: 125_000, problem: "Your rights could not be checked." })).toBe(
    "As it was 2 min ago: it could not be read again since. Your rights could not be checked.",
  );
});
