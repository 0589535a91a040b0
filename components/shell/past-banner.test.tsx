import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, it, vi } from "vitest";
import { recordEarlyTaps } from "@/lib/client/early-input";
import { PastBanner } from "./past-banner";

const NOW = Date.UTC(2026, 10, 24, 3, 41, 10);
const MINUTE = 60_000;
const world = vi.hoisted(() => ({ at: 0, travelled: [] as (number | null)[], answers: [] as (() => void)[] }));
vi.mock("next/navigation", () => ({ usePathname: () => "/groups", useSearchParams: () => new URLSearchParams() }));
vi.mock("@/lib/client/past", () => ({ usePast: () => world.at, useTravel: () => (at: number | null) => world.travelled.push(at) }));
vi.mock("@/lib/client/past-view", () => ({ SHELL_VIEW: null, usePastView: () => ({ state: null, problem: null }) }));
vi.mock("@/lib/client/clock", () => ({ useServerNow: () => NOW }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));
vi.mock("@/lib/client/ask", () => ({
  ask: () => new Promise((resolve) => world.answers.push(() => resolve({ kind: "here", value: { rows: [], gaps: [], older: null } }))),
}));

beforeEach(() => Object.assign(world, { at: NOW - 10 * MINUTE, travelled: [], answers: [] }));

it("goes forward by one minute, but not beyond now", async () => {
  const { rerender } = render(<PastBanner />);
  await userEvent.click(screen.getByRole("button", { name: "One minute later" }));
  expect(world.travelled).toEqual([NOW - 9 * MINUTE]);
  world.at = NOW - MINUTE / 2;
  rerender(<PastBanner />);
  const later = screen.getByRole("button", { name: "One minute later", description: "A minute later is still to come." });
  await userEvent.click(later);
  expect(world.travelled).toHaveLength(1);
  expect(later.getAttribute("aria-disabled")).toBe("true");
});

it("requests the previous change only once for several clicks, and keeps the focus on the button", async () => {
  render(<PastBanner />);
  const before = screen.getByRole("button", { name: "previous change" });
  await userEvent.dblClick(before);
  await waitFor(() => expect(world.answers).toHaveLength(1));
  expect(before.getAttribute("aria-disabled")).toBe("true");
  expect(before.hasAttribute("disabled")).toBe(false);
  expect(document.activeElement).toBe(before);
});

it("repeats a click from before hydration once", () => {
  const box = document.body.appendChild(document.createElement("div"));
  box.innerHTML = renderToString(<PastBanner />);
  recordEarlyTaps();
  within(box).getByRole("button", { name: "One minute earlier" }).click();
  expect(world.travelled).toEqual([]);
  for (const taps of [1, 1]) {
    let root: Root | undefined;
    act(() => {
      root = hydrateRoot(box, <PastBanner />);
    });
    expect(world.travelled).toEqual(Array(taps).fill(NOW - 11 * MINUTE));
    act(() => root?.unmount());
    box.innerHTML = renderToString(<PastBanner />);
  }
  box.remove();
});

it("has a plain link back to live, which works without JavaScript, and stays on the page with it", async () => {
  render(<PastBanner />);
  const back = screen.getByRole("link", { name: "Back to live" });
  expect(back.getAttribute("href")).toBe("/groups");
  await userEvent.click(back);
  expect(world.travelled).toEqual([null]);
});
