import { act, cleanup, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { lazyPart, optionalPart, partLoader } from "./lazy-part";

afterEach(cleanup);

const MODULE = { Part: ({ name }: { readonly name: string }) => <p>{name}</p> };

it("renders at once when its module is loaded, without a fallback", async () => {
  const load = partLoader(async () => MODULE);
  const Part = lazyPart(load, (module) => module.Part);
  await load();
  render(
    <Suspense fallback="loading">
      <Part name="menu" />
    </Suspense>,
  );
  expect(screen.getByText("menu")).toBeTruthy();
  expect(screen.queryByText("loading")).toBeNull();
});

it("shows the fallback until its module is loaded", async () => {
  const Part = lazyPart(
    partLoader(async () => MODULE),
    (module) => module.Part,
  );
  render(
    <Suspense fallback="loading">
      <Part name="menu" />
    </Suspense>,
  );
  expect(screen.getByText("loading")).toBeTruthy();
  await act(async () => undefined);
  expect(await screen.findByText("menu")).toBeTruthy();
});

it("loads again after a failure, and once after a success", async () => {
  const load = vi.fn<() => Promise<typeof MODULE>>(async () => MODULE).mockRejectedValueOnce(new Error("out of reach"));
  const part = partLoader(load);
  await expect(part()).rejects.toThrow("out of reach");
  expect(part.loaded()).toBeNull();
  await part();
  await part();
  expect(load).toHaveBeenCalledTimes(2);
  expect(part.loaded()).toBe(MODULE);
});

it("renders an optional part, and nothing instead of it if its code cannot be loaded", async () => {
  const Part = optionalPart(async () => MODULE.Part);
  const Lost = optionalPart<{ readonly name: string }>(() => Promise.reject(new Error("out of reach")));
  render(
    <Suspense fallback="loading">
      <Part name="links" />
      <Lost name="lost" />
      the page
    </Suspense>,
  );
  expect(await screen.findByText("the page")).toBeTruthy();
  expect(screen.getByText("links")).toBeTruthy();
  expect(screen.queryByText("lost")).toBeNull();
});
