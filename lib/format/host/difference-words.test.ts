import { expect, it } from "vitest";
import { aspectWord, comparedSentences, differencesSentence, localityGap, valuesPhrase } from "./difference-words";

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
  const all = { machines: { sent: 2, leftOut: 0 }, pods: { sent: 1, leftOut: 0 } };
  expect(differencesSentence(all, [one("port", true), one("port", true), one("account", true), one("tls", false)])).toBe("they differ in port and account");
  expect(differencesSentence(all, [one("port", false)])).toBe("machines and pods are equal in these");
  expect(aspectWord("probe")).toBe("checked by");
});

it.each([
  [{ sent: 2, leftOut: 0 }, { sent: 1, leftOut: 0 }, ""],
  [{ sent: 2, leftOut: 3 }, { sent: 1, leftOut: 0 }, "Only endpoints that this caller gets are compared. Not sent: 3 machines."],
  [{ sent: 2, leftOut: 1 }, { sent: 1, leftOut: 2 }, "Only endpoints that this caller gets are compared. Not sent: 1 machine and 2 pods."],
  [{ sent: 0, leftOut: 3 }, { sent: 1, leftOut: 0 }, "This caller gets no machine here, so nothing is compared. Not sent: 3 machines."],
  [{ sent: 0, leftOut: 3 }, { sent: 0, leftOut: 1 }, "This caller gets no machine and no pod here, so nothing is compared. Not sent: 3 machines and 1 pod."],
])("counts the endpoints that are not compared: machines %j, pods %j", (machines, pods, text) => {
  expect(comparedSentences({ machines, pods })).toBe(text);
});

it("has no verdict if the caller gets none of one kind", () => {
  expect(differencesSentence({ machines: { sent: 0, leftOut: 3 }, pods: { sent: 1, leftOut: 0 } }, [])).toBe("not compared");
});

it("reports that localities are not compared", () => {
  expect([localityGap([{ aspect: "port" }]), localityGap([{ aspect: "port" }, { aspect: "locality" }]), localityGap([])]).toEqual([
    "The localities of Pods are not known.",
    "",
    "",
  ]);
});
