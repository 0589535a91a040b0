import { describe, expect, it } from "vitest";
import type { DocumentPath } from "@/lib/domain/preview/finding";
import { readDocument } from "./read-document";

const TEXT = `kind: ServiceEntry
spec:
  hosts: [a.example.com,
    b.example.com]
  ports:
  - number: 80
    name: http
  workloadSelector:
    labels:
      app: cards
`;

describe("a place of a document stands on a line", () => {
  it.each<[DocumentPath, number]>([
    [[], 1],
    [["spec"], 2],
    [["spec", "hosts", 1], 4],
    [["spec", "ports", 0], 6],
    [["spec", "ports", 0, "name"], 7],
    [["spec", "workloadSelector", "labels", "app"], 10],
    [["spec", "workloadSelector", "labels", "gone"], 9],
    [["spec", "gone", "deeper"], 2],
  ])("%j on line %i", (path, line) => {
    const read = readDocument(TEXT);
    expect("lineOf" in read && read.lineOf(path)).toBe(line);
  });
});

it.each([
  ["nothing", "", { code: "empty", line: 1 }],
  ["a comment", "# later\n", { code: "empty", line: 1 }],
  ["a tab", "a:\n\tb: 1\n", { code: "syntax", line: 2 }],
  ["a key twice", "a: 1\nb: 2\na: 3\n", { code: "syntax", line: 3 }],
  ["a bracket left open", "a: 1\nb: [1, 2\n", { code: "syntax" }],
  ["two documents", "a: 1\n---\nb: 2\n", { code: "several", line: 2 }],
  ["an IPv6 address with a colon at its end", "a:\n  b: 001:db8::\n", { code: "unquoted", line: 2, detail: "001:db8::" }],
  ["an IPv6 address with a colon at its end in a list", "a:\n- b: 2001:db8::  # later\n", { code: "unquoted", line: 2, detail: "2001:db8::" }],
  ["an IPv6 address with a colon at its end in braces", "a:\n  c: {b: 001:db8::, d: 1}\n", { code: "unquoted", line: 2, detail: "001:db8::" }],
  ["an alias of nothing", "a: *b\n", { code: "alias", line: 1 }],
  ["an alias of itself", "a: &a\n  b: *a\n", { code: "alias" }],
  ["an alias that stands for one word", "a: 1\nb: &b word\nc: *b\n", { code: "alias", line: 2 }],
  ["an anchor that nothing uses", "a: 1\nb: &b word\n", { code: "alias", line: 2 }],
  ["an anchor at a key", "a: 1\n&b b: 2\n", { code: "alias", line: 2 }],
  ["more levels than an object has", `${"[".repeat(21)}${"]".repeat(21)}\n`, { code: "deep", line: 1 }],
  [
    "aliases that multiply",
    `a: &a [1,1,1,1,1,1,1,1,1,1]\nb: &b [${"*a,".repeat(9)}*a]\nc: &c [${"*b,".repeat(9)}*b]\nd: [${"*c,".repeat(9)}*c]\n`,
    { code: "alias", line: 1 },
  ],
])("%s is a fault at its line", (_what, text, fault) => {
  expect(readDocument(text)).toMatchObject(fault);
});

it.each(["a: 1\n---\n", "---\na: 1\n", "a: 1\n---\n---\n# end\n", "a: 1\n...\n", "a: 1\r\n---\r\n", "\uFEFFa: 1\n"])("%j is one document", (text) => {
  expect(readDocument(text)).toMatchObject({ value: { a: 1 } });
});

it("numbers, texts and flags are those of JSON", () => {
  expect(readDocument('a: 1\nb: "1"\nc: true\nd: yes\n')).toMatchObject({ value: { a: 1, b: "1", c: true, d: "yes" } });
});

describe("a document that means harm", () => {
  // Some of them ended the process: a stack that is nearly full does not end in an error that can be caught.
  it.each([
    ["brackets without end", "[".repeat(5_000), /^$/],
    ["maps in maps", `${"{a: ".repeat(5_000)}1${"}".repeat(5_000)}`, /^$/],
    ["tags without end", "!!map ".repeat(8_000), /one tag/],
    ["thousands of documents", "a\n---\n".repeat(7_000), /^$/],
    ["a key twice among thousands", `{${Array.from({ length: 4_000 }, (_, at) => `k${at}: 1`).join(", ")}, k3999: 2}`, /unique/],
    ["a key twice far below", "a:\n  b:\n    c: 1\n    c: 2\n", /unique/],
  ])("is refused for %s", (_what, text, detail) => {
    expect(readDocument(text)).toMatchObject({ detail: expect.stringMatching(detail) });
  });
});
