import { describe, expect, it } from "vitest";
import { aMesh, aServiceEntry } from "@/lib/testing/selection";
import { haveCommonCaller } from "./definitions";

const rates = (namespace: string, ...exportTo: string[]) => aServiceEntry({ namespace, exportTo });

describe("haveCommonCaller for two objects that define one host name", () => {
  it.each([
    ["both exported to all", rates("a"), rates("b"), true],
    ["each for its own namespace", rates("a", "."), rates("b", "."), false],
    ["one for all, one for its own", rates("a"), rates("b", "."), true],
    ["one for all, one for no namespace", rates("a"), rates("b", "~"), false],
    ["both name one namespace", rates("a", "shop", "x"), rates("b", "shop"), true],
    ["each names another namespace", rates("a", "shop"), rates("b", "data"), false],
    ["one names the other's namespace", rates("a", "b"), rates("b", "."), true],
  ])("haveCommonCaller for two objects that define one host name returns whether some namespace may call both: %s", (_what, one, other, meet) => {
    expect(haveCommonCaller(one, other, aMesh())).toBe(meet);
    expect(haveCommonCaller(other, one, aMesh())).toBe(meet);
  });

  it("haveCommonCaller for two objects that define one host name uses the default exportTo of the mesh if the objects have none", () => {
    expect(haveCommonCaller(rates("a"), rates("b"), aMesh({ serviceExportTo: ["."] }))).toBe(false);
  });
});
