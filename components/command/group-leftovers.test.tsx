import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { CommandName } from "@/lib/contract/commands";
import type { Leftovers } from "@/lib/contract/leftovers";
import { LeftoverList } from "./group-leftovers";

vi.mock("@/lib/client/signed-out", () => ({ heardStatus: () => undefined }));

const ACCOUNT = { name: "web-vm", uid: "sa", resourceVersion: "5", exists: true, groups: [], machines: 0, pods: 0, verdict: "unused" } as const;
const ENTRY = { name: "for-web", uid: "se", resourceVersion: "7", hosts: ["a.test"], machines: 0, pods: null, verdict: "not-known" } as const;
const OFFERED: readonly CommandName[] = ["delete-serviceaccount", "delete-serviceentry"];

let answers: Leftovers[];
let may = { may: true, missing: "" };
const sent: unknown[] = [];

beforeEach(() => {
  sent.length = 0;
  may = { may: true, missing: "" };
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body = "null" }: { method?: string; body?: string }) => {
    if (path.includes("/leftovers/")) return Response.json(answers.length > 1 ? answers.shift() : answers[0]);
    if (method === "GET") return Response.json(may);
    sent.push({ path, ...JSON.parse(body) });
    return Response.json({ dryRun: false, resourceVersion: "" });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const found = (change: object = {}): Leftovers => ({
  account: { ...ACCOUNT, groups: [] },
  serviceEntries: [{ ...ENTRY, hosts: ["a.test"] }],
  unseen: [],
  ...change,
});
const shown = () => render(<LeftoverList cluster="eu" namespace="shop" name="web" offered={OFFERED} />);

it("deletes an account that nobody uses, of the version that was read, after what goes with it, and reads again", async () => {
  answers = [found(), found(), found({ account: null })];
  shown();
  expect(await screen.findByText(/^No other group of the namespace names it/)).toBeTruthy();
  // Who might use it is not in sight: that is no reason to delete it.
  expect(screen.queryByRole("button", { name: "Delete for-web" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Delete web-vm" }));
  expect(screen.getByText(/^Its tokens fail within seconds/)).toBeTruthy();
  fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent).toEqual([{ path: "/api/c/eu/commands/delete-serviceaccount/shop/web-vm", dryRun: false, resourceVersion: "5", input: { uid: "sa" } }]);
  await vi.waitFor(() => expect(screen.queryByText("web-vm")).toBeNull(), { timeout: 3_000 });
});

it("names the missing verb, and tells what is not in sight", async () => {
  answers = [found({ unseen: ["serviceentries"] })];
  may = { may: false, missing: "The verb delete on serviceaccounts is missing" };
  shown();
  fireEvent.click(await screen.findByRole("button", { name: "Delete web-vm" }));
  expect(await screen.findByText("You may not change it. The verb delete on serviceaccounts is missing.")).toBeTruthy();
  expect(screen.getByText("Not visible to you, so there may be more: serviceentries.")).toBeTruthy();
  expect(sent).toEqual([]);
});
