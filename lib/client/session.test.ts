import { QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { forgetViewer } from "./forget";
import { KEPT, keepText, keptText } from "./kept-texts";
import { pageMemory } from "./page-memory";
import { onSession, tellSession, viewerOfWorker, workerName } from "./session-channel";

afterEach(() => vi.unstubAllGlobals());

describe("the pages of one browser", () => {
  it("hear who signed in, and that somebody signed out, until they are gone", async () => {
    const heard: string[] = [];
    const end = onSession((viewer) => heard.push(viewer));
    // Another page has this module for itself.
    vi.resetModules();
    const other = await import("./session-channel");
    tellSession("what this page knows already");
    other.tellSession("jane");
    other.tellSession("");
    await vi.waitFor(() => expect(heard).toEqual(["jane", ""]));
    end();
    other.tellSession("joe");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(heard).toHaveLength(2);
  });

  it("do without where the browser has no channels", () => {
    vi.stubGlobal("BroadcastChannel", undefined);
    expect(() => {
      tellSession("jane");
      onSession(() => undefined)();
    }).not.toThrow();
  });

  it("have a worker for each viewer, which knows whose it is", () => {
    expect(workerName("jane")).not.toBe(workerName("joe"));
    expect(viewerOfWorker(workerName("jane"))).toBe("jane");
  });
});

describe("a page whose viewer has gone", () => {
  it("forgets what it was told, where it came from and what was chosen before it begins anew", () => {
    const cache = new QueryClient();
    cache.setQueryData(["view", "entries"], { rows: ["vm-1"] });
    const list = pageMemory<string>();
    list.set("/entries");
    keepText(`${KEPT.scope}jane`, "ns=shop");
    const left: unknown[] = [];
    forgetViewer(cache, () => left.push(cache.getQueryData(["view", "entries"]), list.get(), keptText(`${KEPT.scope}jane`)));
    expect(left).toEqual([undefined, null, null]);
  });
});
