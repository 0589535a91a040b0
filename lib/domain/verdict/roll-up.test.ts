import { describe, expect, it } from "vitest";
import { parseExpectedSize } from "@/lib/domain/group/expected-size";
import { servingCategory } from "./roll-up";

describe("the count of a machine", () => {
  const cases = [
    ["healthy", "serving"],
    ["unchecked", "serving"],
    ["reconnecting", "serving"],
    ["overdue", "serving"],
    ["unverified", "doubted"],
    ["disconnected", "doubted"],
    ["unreadable", "doubted"],
    ["unhealthy", "no"],
    ["no-endpoint", "no"],
    ["vanished", "no"],
    ["awaiting", "no"],
    ["draining", "no"],
  ] as const;
  it.each(cases)("servingCategory of the state '%s' is '%s'", (state, counts) => {
    expect(servingCategory(state)).toBe(counts);
  });
});

describe("the declared size", () => {
  it.each([
    [null, { kind: "unknown" }],
    ["20", { kind: "declared", size: 20 }],
    [" 7 ", { kind: "declared", size: 7 }],
    ["0", { kind: "declared", size: 0 }],
    ["10-60", { kind: "range", size: 10, most: 60 }],
    [" 10 - 60 ", { kind: "range", size: 10, most: 60 }],
    ["0-5", { kind: "range", size: 0, most: 5 }],
    ["7-7", { kind: "range", size: 7, most: 7 }],
    ["60-10", { kind: "unreadable", text: "60-10" }],
    ["10-", { kind: "unreadable", text: "10-" }],
    ["-10", { kind: "unreadable", text: "-10" }],
    ["1-2-3", { kind: "unreadable", text: "1-2-3" }],
    ["10–60", { kind: "unreadable", text: "10–60" }],
    ["", { kind: "unreadable", text: "" }],
    ["-1", { kind: "unreadable", text: "-1" }],
    ["4.0", { kind: "unreadable", text: "4.0" }],
    ["1e3", { kind: "unreadable", text: "1e3" }],
    ["twenty", { kind: "unreadable", text: "twenty" }],
    ["9999999", { kind: "unreadable", text: "9999999" }],
  ] as const)("parseExpectedSize of %j is %j", (text, expected) => {
    expect(parseExpectedSize(text)).toEqual(expected);
  });
});
