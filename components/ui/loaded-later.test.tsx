import { act, cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { lazyPart, type PartLoader, partLoader } from "./lazy-part";
import { LoadedLater } from "./loaded-later";

afterEach(cleanup);

const MODULE = { Part: ({ name }: { readonly name: string }) => <p>{name}</p> };

function sectionOf(load: PartLoader<typeof MODULE>, failed?: ReactNode) {
  const Part = lazyPart(load, (module) => module.Part);
  return (name: string) => (
    <LoadedLater load={load} fallback="loading" {...(failed !== undefined && { failed })}>
      <Part name={name} />
    </LoadedLater>
  );
}

it("keeps the server's HTML while its code loads, and renders the newest properties afterwards", async () => {
  const onServer = partLoader(async () => MODULE);
  await onServer();
  const box = document.body.appendChild(document.createElement("div"));
  box.innerHTML = renderToString(sectionOf(onServer)("first"));
  expect(box.textContent).toBe("first");

  let resolve: (module: typeof MODULE) => void = () => undefined;
  const promise = new Promise<typeof MODULE>((loaded) => {
    resolve = loaded;
  });
  const section = sectionOf(partLoader(() => promise));
  const root = await act(async () => hydrateRoot(box, section("first")));
  await act(async () => root.render(section("second")));
  expect(box.textContent).toBe("first");
  await act(async () => resolve(MODULE));
  expect(box.textContent).toBe("second");
  act(() => root.unmount());
  box.remove();
});

it("replaces only the section by a message if its code cannot be loaded", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  render(
    <>
      <h1>Fleet</h1>
      {sectionOf(partLoader(() => Promise.reject(new Error("out of reach"))))("rows")}
    </>,
  );
  expect((await screen.findByRole("alert")).textContent).toContain("could not be loaded");
  expect(screen.getByRole("heading").textContent).toBe("Fleet");
  expect(logged).toHaveBeenCalled();
  logged.mockRestore();
});

it("shows what the section names for the case that its code cannot be loaded", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  render(
    sectionOf(
      partLoader(() => Promise.reject(new Error("out of reach"))),
      <p>as it was at 04:10</p>,
    )("rows"),
  );
  expect(await screen.findByText("as it was at 04:10")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
  logged.mockRestore();
});

it("shows the fallback until its code is loaded where the server rendered nothing", async () => {
  render(sectionOf(partLoader(async () => MODULE))("rows"));
  expect(screen.getByText("loading")).toBeTruthy();
  expect(await screen.findByText("rows")).toBeTruthy();
});
