import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PlanForm } from "./plan-form";
import { UnplanButton } from "./unplan-button";

vi.mock("@/lib/client/signed-out", () => ({ heardStatus: () => undefined }));

const GROUP = { cluster: "eu", namespace: "shop", name: "web", uid: "g", resourceVersion: "9", managedBy: "" };
const BEFORE = { entry: "vm-old", by: null, reason: "moved last week" };
const sent: unknown[] = [];
let may = { may: true, missing: "" };

beforeEach(() => {
  sent.length = 0;
  may = { may: true, missing: "" };
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body = "null" }: { method?: string; body?: string }) => {
    if (method === "GET") return Response.json(may);
    sent.push({ path, ...JSON.parse(body) });
    return Response.json({ dryRun: false, resourceVersion: "10" });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const shown = () => render(<PlanForm group={GROUP} planned={[BEFORE]} entries={["vm-1", "vm-2"]} onDone={() => undefined} />);
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const path = "/api/c/eu/commands/plan-leaves/shop/web";

it("adds the marks to those that are there, of the version that was seen, with the reason and the end of the day", async () => {
  shown();
  const mark = await screen.findByRole("button", { name: "Mark 2 machines" });
  type("Why", "moved");
  type("By when (UTC)", "2026-11-21");
  fireEvent.click(mark);
  expect(await screen.findByText("Accepted; the page follows the cluster.")).toBeTruthy();
  const by = Date.UTC(2026, 10, 21, 23, 59, 59);
  const leaves = [BEFORE, { entry: "vm-1", by, reason: "moved" }, { entry: "vm-2", by, reason: "moved" }];
  expect(sent).toEqual([{ path, dryRun: false, resourceVersion: "9", input: { uid: "g", leaves } }]);
});

it("sends nothing while the end is no time", async () => {
  shown();
  const mark = await screen.findByRole("button", { name: "Mark 2 machines" });
  for (const [typed, isTime] of [
    ["soon", false],
    ["2026-13-40", false],
    ["2026-11-21T18:00", true],
  ] as const) {
    type("By when (UTC)", typed);
    expect(mark.getAttribute("aria-disabled")).toBe(String(!isTime));
  }
  type("By when (UTC)", "soon");
  fireEvent.click(mark);
  expect(sent).toEqual([]);
  expect(screen.getByText(/^This is no day and no time/)).toBeTruthy();
});

it("names the missing verb to whoever may not", async () => {
  may = { may: false, missing: "The verb patch on workloadgroups is missing" };
  shown();
  expect(await screen.findByText("You may not change it. The verb patch on workloadgroups is missing.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Mark/ })).toBeNull();
});

it("one mark is taken away, and the others stay", async () => {
  render(<UnplanButton group={GROUP} planned={[BEFORE, { ...BEFORE, entry: "vm-1" }]} entry="vm-1" />);
  fireEvent.click(screen.getByRole("button", { name: "Take the mark of vm-1 away" }));
  fireEvent.click(await screen.findByRole("button", { name: "Take it away" }));
  expect(await screen.findByText("Accepted; the page follows the cluster.")).toBeTruthy();
  expect(sent).toEqual([{ path, dryRun: false, resourceVersion: "9", input: { uid: "g", leaves: [BEFORE] } }]);
});
