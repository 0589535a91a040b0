import { describe, expect, it } from "vitest";
import { Heard } from "./heard";

const TEXT =
  'event: hello\ndata: {"stream":"s"}\n\nevent: frame\ndata: {"t":"snapshot","v":2,"rows":["für bench-0-1."]}\n\ndata: [2,1,{"set":"bench-0-2."}]\n\n';

describe("what a reader has heard of a stream", () => {
  it.each([1, 7, 1_000])("is the same however the bytes are cut: %i at a time", (size) => {
    const heard = new Heard(/bench-\d+-\d+\./g);
    const bytes = new TextEncoder().encode(TEXT);
    for (let at = 0; at < bytes.length; at += size) heard.take(bytes.subarray(at, at + size), at);
    expect([heard.hasSnapshot(1), heard.hasSnapshot(2)]).toEqual([false, true]);
    expect([heard.firstAt("bench-0-1.") !== undefined, heard.firstAt("bench-0-2.") !== undefined, heard.firstAt("bench-0-3.")]).toEqual([
      true,
      true,
      undefined,
    ]);
  });

  it("keeps the first moment at which words came", () => {
    const heard = new Heard(/bench-\d+-\d+\./g);
    for (const at of [5, 9]) heard.take(new TextEncoder().encode("data: bench-0-1.\n"), at);
    expect(heard.firstAt("bench-0-1.")).toBe(5);
  });
});
