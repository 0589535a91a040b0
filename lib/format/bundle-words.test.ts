import { expect, it } from "vitest";
import { additionWords } from "./bundle-words";

it("says that a line was added, and why", () => {
  expect(additionWords("machine-locality")).toBe("Added by Stolos: the locality, as a label.");
  expect(additionWords("gateway-name")).toBe("Added by Stolos: the gateway has a name; istiod's certificate must have it too (ISTIOD_CUSTOM_HOST).");
});
