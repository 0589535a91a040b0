import { expect, it } from "vitest";
import { goBoolOf } from "./go-bool";

it.each([
  { texts: ["1", "t", "T", "TRUE", "true", "True"], value: true },
  { texts: ["0", "f", "F", "FALSE", "false", "False"], value: false },
  { texts: ["", "yes", "tRUE", " true", "2"], value: undefined },
])("Go reads $texts as $value", ({ texts, value }) => {
  for (const text of texts) expect(goBoolOf(text), text).toBe(value);
});
