import { expect, it } from "vitest";
import { aspectWord, differencesSentence, valuesPhrase } from "./difference-words";

it.each([
  [[], "—"],
  [[{ value: "8443", count: 28 }], "8443"],
  [[{ value: "", count: 28 }], "none"],
  [
    [
      { value: "8443", count: 28 },
      { value: "", count: 4 },
    ],
    "8443 (28), none (4)",
  ],
  [["a", "b", "c", "d"].map((value) => ({ value, count: 1 })), "a (1), b (1), c (1) and 1 more"],
])("values %j", (values, words) => {
  expect(valuesPhrase(values)).toBe(words);
});

it("says in what machines and pods differ, each once", () => {
  const one = (aspect: string, differs: boolean) => ({ aspect, differs });
  expect(differencesSentence([one("port", true), one("port", true), one("account", true), one("tls", false)])).toBe("they differ in port and account");
  expect(differencesSentence([one("port", false)])).toBe("machines and pods are equal in these");
  expect(aspectWord("probe")).toBe("checked by");
});
