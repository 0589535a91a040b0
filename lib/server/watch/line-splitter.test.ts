import { expect, it } from "vitest";
import { createLineSplitter, LONGEST_LINE } from "./line-splitter";

it("cuts the same lines wherever the chunks end", () => {
  const text = '{"a":"ü€𝄞"}\n\n  \n{"b":1}\r\nhalf';
  const bytes = new TextEncoder().encode(text);
  for (let size = 1; size <= bytes.length; size++) {
    const splitter = createLineSplitter();
    const lines: string[] = [];
    for (let at = 0; at < bytes.length; at += size) lines.push(...(splitter.push(bytes.subarray(at, at + size)) ?? []));
    expect(lines.map((line) => line.trim())).toEqual(['{"a":"ü€𝄞"}', '{"b":1}']);
  }
});

it("keeps no reference to a chunk that its owner uses again", () => {
  const splitter = createLineSplitter();
  const chunk = new TextEncoder().encode("ab");
  splitter.push(chunk);
  chunk.fill(120);
  expect(splitter.push(new TextEncoder().encode("c\n"))).toEqual(["abc"]);
});

it("gives up on a line that is longer than any object", () => {
  const splitter = createLineSplitter();
  const megabyte = new Uint8Array(1024 * 1024).fill(97);
  const answers = Array.from({ length: LONGEST_LINE / megabyte.length + 1 }, () => splitter.push(megabyte));
  expect(answers.at(0)).toEqual([]);
  expect(answers.at(-1)).toBeNull();
});
