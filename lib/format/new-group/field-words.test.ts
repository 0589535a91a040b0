import { expect, it } from "vitest";
import { FIELD_HINTS } from "./field-words";

it("says that sidecars of every network call a machine without a network directly", () => {
  expect(FIELD_HINTS.network).toBe("The network of the machine's own bundle wins. Empty equals every network: sidecars call the machines directly.");
});
