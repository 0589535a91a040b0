import { expect, it } from "vitest";
import { documentWords } from "./document-words";

it.each([
  [{ code: "syntax", detail: "Map keys must be unique" }, "This is no YAML: Map keys must be unique. What you typed is kept."],
  [{ code: "unquoted", detail: "001:db8::" }, 'YAML reads the last colon of this address as a key. Write it in quotes: "001:db8::".'],
  [{ code: "kind", detail: "Gateway" }, "A Gateway cannot be tried here. Write a Service, a ServiceEntry, a WorkloadEntry or a WorkloadGroup."],
  [{ code: "kind", detail: "" }, "kind is missing. Write Service, ServiceEntry, WorkloadEntry or WorkloadGroup."],
  [{ code: "several", detail: "" }, "A second document begins here. One is tried at a time: take the others away."],
  [{ code: "empty", detail: "" }, "There is nothing here yet. Paste an object, or begin with one of the examples."],
  [{ code: "alias", detail: "" }, "Anchors (&) and aliases (*) are not taken here: write the value out at both places."],
  [{ code: "deep", detail: "" }, "The text is nested too deep to be an object. What you typed is kept."],
] as const)("%o", (fault, words) => {
  expect(documentWords(fault)).toBe(words);
});
