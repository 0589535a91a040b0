import { expect, it } from "vitest";
import { parse } from "yaml";
import { yamlText } from "./yaml-text";

it.each([
  "",
  "one",
  "a\nb\n",
  " leading\n",
  "ends \n",
  "two\n\n",
  "\n\n",
  "{{ template }}\n",
  "tab\tand \u001b escape\n",
  "\u007f \u0085 \u2028 ü\n",
  "- no: list\n",
])("a text is read as it was written: %j", (text) => {
  expect(parse(`value:\n  deep: ${yamlText(text, 4)}\n`)).toEqual({ value: { deep: text } });
});

it("shows lines as lines where that is safe", () => {
  expect(yamlText("a\nb\n", 2)).toBe("|\n  a\n  b");
});
