import { describe, expect, it } from "vitest";
import { inScope, type NamespaceScope, type WatchedKind } from "@/lib/domain/scope";
import { currentViewer } from "./current-viewer";

const kinds = (entries: NamespaceScope) => new Map<WatchedKind, NamespaceScope>([["workloadentries", entries]]);

describe("who asks", () => {
  it("sees nothing before rights are known, then what they allow, and is told of each change once it holds", () => {
    const told: boolean[] = [];
    const viewer = currentViewer({ visibleNamespaces: null, readOnly: true }, () => told.push(seesShop()));
    const seesShop = () => inScope(viewer.get().scope, "eu", "workloadentries", "shop");
    expect(seesShop()).toBe(false);
    viewer.rights("eu", kinds("all"));
    viewer.rights("eu", kinds("all"));
    expect(told).toEqual([true]);
    viewer.rights("us", kinds(["team"]));
    viewer.rights("eu", kinds(["legacy"]));
    expect(told).toEqual([true, true, false]);
  });

  it("may write where the server is not read-only, whatever the rights", () => {
    expect(currentViewer({ visibleNamespaces: null, readOnly: true }, () => undefined).get().mayWrite).toBe(false);
    const writing = currentViewer({ visibleNamespaces: ["shop"], readOnly: false }, () => undefined);
    writing.rights("eu", kinds("all"));
    expect(writing.get().mayWrite).toBe(true);
    expect(inScope(writing.get().scope, "eu", "workloadentries", "legacy")).toBe(false);
  });
});
