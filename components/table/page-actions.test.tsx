import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PageActions } from "./page-actions";

const world = vi.hoisted(() => ({ past: null as number | null }));
vi.mock("next/navigation", () => ({ usePathname: () => "/groups", useSearchParams: () => new URLSearchParams("ns=shop&cols=age"), useRouter: () => ({}) }));
vi.mock("@/lib/client/clock", () => ({ useNow: () => Date.UTC(2026, 10, 30, 4, 16, 12) }));
vi.mock("@/lib/client/past", () => ({ usePast: () => world.past, useKeptAt: () => (href: string) => href }));
vi.mock("./view-lists", () => ({ ViewLists: () => <p>saved here</p> }));

beforeEach(() => {
  world.past = null;
});
afterEach(cleanup);

const open = async () => {
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "More actions" }));
  const lines = await screen.findAllByRole("menuitem");
  return { user, lines: lines.map(({ textContent }) => textContent), copied: () => navigator.clipboard.readText() };
};

it("shows the primary action as a button that copies its text", async () => {
  const user = userEvent.setup();
  render(<PageActions primary={{ label: "Copy summary", copy: async () => "6 of 48 failed" }} />);
  await user.click(screen.getByRole("button", { name: "Copy summary" }));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("copied"));
  expect(await navigator.clipboard.readText()).toBe("6 of 48 failed");
});

it("lists link, own actions, files, saved views and dangers in this order", async () => {
  render(
    <PageActions
      primary={{ label: "Copy summary", copy: () => "" }}
      actions={[{ label: "Wall display", href: "/oncall?display=wall", note: "4K" }]}
      files={{ what: "groups", also: { q: "zone:a" } }}
      hasViews
      dangers={[{ label: "Delete", note: "needs delete on workloadgroups", isDisabled: true, run: () => undefined }]}
    />,
  );
  const { lines } = await open();
  expect(lines).toEqual([
    ...["Copy summary", "Copy link", "Copy link to this moment", "Wall display4K"],
    ...["Download CSV", "Download JSON", "Saved views", "Deleteneeds delete on workloadgroups"],
  ]);
  expect(screen.getByRole("menuitem", { name: "Download CSV" }).getAttribute("href")).toBe("/api/history/export?ns=shop&q=zone%3Aa&what=groups&format=csv");
  expect(screen.getByRole("menuitem", { name: /^Delete/ }).getAttribute("aria-disabled")).toBe("true");
});

it("copies the address with the present moment, and has no such line on a page of the past", async () => {
  render(<PageActions />);
  const { user, copied } = await open();
  await user.click(screen.getByRole("menuitem", { name: "Copy link to this moment" }));
  expect(await copied()).toBe("http://localhost:3000/groups?ns=shop&cols=age&at=2026-11-30T04:16:12Z");
  cleanup();
  world.past = 1;
  render(<PageActions />);
  expect((await open()).lines).toEqual(["Copy link"]);
});

it("runs an action after the menu is closed, with the focus on the button of the menu", async () => {
  const focused: (Element | null)[] = [];
  render(<PageActions actions={[{ label: "Drain", run: () => focused.push(document.activeElement) }]} />);
  const { user } = await open();
  await user.click(screen.getByRole("menuitem", { name: "Drain" }));
  await waitFor(() => expect(focused).toEqual([screen.getByRole("button", { name: "More actions" })]));
});

it("opens the saved views in a dialog", async () => {
  render(<PageActions hasViews />);
  const { user } = await open();
  await user.click(screen.getByRole("menuitem", { name: "Saved views" }));
  expect((await screen.findByRole("dialog", { name: "Views" })).textContent).toContain("saved here");
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});
