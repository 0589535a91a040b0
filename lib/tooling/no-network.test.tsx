import { expect, it, vi } from "vitest";

it.fails("a test of a document fails where it fetches what it does not answer, also where it takes the refusal for an answer", async () => {
  await fetch("/api/search?q=a").catch(() => undefined);
});

it("what it answers itself is as before", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ hits: [] }));
  expect(await (await fetch("/api/search?q=c")).json()).toEqual({ hits: [] });
  vi.unstubAllGlobals();
});
