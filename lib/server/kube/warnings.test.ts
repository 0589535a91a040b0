import { expect, it } from "vitest";
import { warningsOf } from "./warnings";

const latin1 = (text: string) => Buffer.from(text, "utf8").toString("latin1");

it.each<[claim: string, header: string | string[] | undefined, texts: readonly string[]]>([
  ["no header", undefined, []],
  ["one", '299 - "partial wildcard"', ["partial wildcard"]],
  ["several headers", ['299 - "a"', '299 - "b"'], ["a", "b"]],
  ["several in one header", '299 - "a, b", 299 istiod "c"', ["a, b", "c"]],
  ["the same twice", ['299 - "a"', '299 - "a"'], ["a"]],
  ["quotes within", '299 - "partial wildcard \\"*x.com\\" not allowed"', ['partial wildcard "*x.com" not allowed']],
  ["other letters", latin1('299 - "Größe"'), ["Größe"]],
  ["a credential", '299 - "Bearer abc"', ["Bearer ***"]],
  ["nothing that is one", "hello", []],
])("warnings are read: %s", (_claim, header, texts) => {
  expect(warningsOf(header)).toEqual(texts);
});
