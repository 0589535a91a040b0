import { act, cleanup, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useNavigationFocus } from "./use-navigation-focus";

const world = vi.hoisted(() => ({ pathname: "/groups" }));
vi.mock("next/navigation", () => ({ usePathname: () => world.pathname }));

function Frame() {
  useNavigationFocus();
  return (
    <>
      <nav>
        <a href="/entries">Entries</a>
      </nav>
      <main tabIndex={-1}>{world.pathname === "/groups" ? <a href="/c/eu/groups/shop/web">web</a> : <input aria-label="Filter" />}</main>
    </>
  );
}

const main = () => document.querySelector("main");

beforeEach(() => {
  vi.useFakeTimers();
  world.pathname = "/groups";
  window.history.replaceState(null, "", "/groups");
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Simulates a navigation: the router renders the page of another address. */
function go(rerender: (ui: ReactElement) => void, pathname: string) {
  world.pathname = pathname;
  window.history.replaceState(null, "", pathname);
  rerender(<Frame />);
  act(() => vi.runAllTimers());
}

it("does not move the focus on the first page", () => {
  render(<Frame />);
  act(() => vi.runAllTimers());
  expect(document.activeElement).toBe(document.body);
});

it("moves the focus to the new page, and after Back to the link that was followed", () => {
  const { rerender } = render(<Frame />);
  screen.getByRole("link", { name: "web" }).click();
  go(rerender, "/c/eu/groups/shop/web");
  expect(document.activeElement).toBe(main());
  window.dispatchEvent(new PopStateEvent("popstate"));
  go(rerender, "/groups");
  expect(document.activeElement).toBe(screen.getByRole("link", { name: "web" }));
});

it("keeps the focus in a field of the new page", () => {
  const { rerender } = render(<Frame />);
  screen.getByRole("link", { name: "Entries" }).focus();
  world.pathname = "/entries";
  rerender(<Frame />);
  screen.getByRole("textbox").focus();
  act(() => vi.runAllTimers());
  expect(document.activeElement).toBe(screen.getByRole("textbox"));
});
