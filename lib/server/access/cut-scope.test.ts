import { describe, expect, it } from "vitest";
import type { NamespaceScope } from "@/lib/domain/source/scope";
import { cutKinds } from "./cut-scope";

describe("what both may see", () => {
  it.each([
    ["all", "all", "all"],
    ["all", ["a"], ["a"]],
    [["a", "b"], "all", ["a", "b"]],
    [["a", "b"], ["b", "c"], ["b"]],
    [["a"], ["b"], undefined],
    ["all", [], undefined],
  ] as const)("of %j and %j is %j", (one: NamespaceScope, other: NamespaceScope, both) => {
    expect(cutKinds(new Map([["services", one]]), new Map([["services", other]])).get("services")).toEqual(both);
    expect(cutKinds(new Map([["services", one]]), new Map()).size).toBe(0);
  });
});
