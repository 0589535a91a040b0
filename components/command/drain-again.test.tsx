import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ObjectCommandName } from "@/lib/contract/commands";
import { ROWS_NOW } from "@/lib/testing/rows";
import { DrainAgain } from "./drain-again";

vi.mock("@/lib/client/signed-out", () => ({ heardStatus: () => undefined }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));

const LOST = { name: "vm-1", uid: "u2", resourceVersion: "9", endedAt: ROWS_NOW, reason: "disk" };
const sent: unknown[] = [];
let may = { may: true, missing: "" };

beforeEach(() => {
  sent.length = 0;
  may = { may: true, missing: "" };
  vi.stubGlobal("fetch", async (_path: string, { method = "GET", body = "null" }: { method?: string; body?: string }) => {
    if (method === "GET") return Response.json(may);
    sent.push(JSON.parse(body));
    return Response.json({ dryRun: false, resourceVersion: "10" });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const shown = (reason = LOST.reason, offered: readonly ObjectCommandName[] = ["drain-workloadentry"]) =>
  render(<DrainAgain cluster="eu" namespace="shop" lost={{ ...LOST, reason }} offered={offered} />);

it("repeats the drain in one step, with the reason that was given", async () => {
  shown();
  fireEvent.click(await screen.findByRole("button", { name: "Drain it again" }));
  expect(await screen.findByText("Accepted; the page follows the cluster.")).toBeTruthy();
  expect(sent).toEqual([{ dryRun: false, resourceVersion: "9", input: { uid: "u2", reason: "disk" } }]);
});

it("asks for a reason where none was kept", async () => {
  shown("");
  fireEvent.change(await screen.findByLabelText("Why"), { target: { value: "still broken" } });
  fireEvent.click(screen.getByRole("button", { name: "Drain it again" }));
  expect(await screen.findByText("Accepted; the page follows the cluster.")).toBeTruthy();
  expect(sent).toMatchObject([{ input: { reason: "still broken" } }]);
});

it("names the missing verb to whoever may not, and only tells where nothing may be written", async () => {
  may = { may: false, missing: "The verb patch on workloadentries is missing" };
  shown();
  expect(await screen.findByText("You may not change it. The verb patch on workloadentries is missing.")).toBeTruthy();
  cleanup();
  shown("disk", []);
  expect(screen.getByText(/The reason was: disk/)).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
