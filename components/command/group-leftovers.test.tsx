import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { GroupLeftoversAnswer } from "@/lib/contract/answers/leftovers";
import type { ObjectCommandName } from "@/lib/contract/commands";
import { LeftoverList } from "./group-leftovers";

vi.mock("@/lib/client/signed-out", () => ({ heardStatus: () => undefined }));

const ACCOUNT = { name: "web-vm", uid: "sa", resourceVersion: "5", exists: true, groups: [], machines: 0, pods: 0, verdict: "unused" } as const;
const ENTRY = { name: "for-web", uid: "se", resourceVersion: "7", hosts: ["a.test"], machines: 0, pods: null, verdict: "not-known" } as const;
const OFFERED: readonly ObjectCommandName[] = ["delete-serviceaccount", "delete-serviceentry"];

let answers: GroupLeftoversAnswer[];
let may = { may: true, missing: "" };
/** The object that is to be deleted, as it is stored: a response. */
let stored: () => Response;
const sent: unknown[] = [];

const asStored = (metadata: string, managedFields = "") =>
  Response.json({ yaml: `kind: ServiceAccount\nmetadata:\n  name: web-vm\n${metadata}`, managedFields, resourceVersion: "5" });

beforeEach(() => {
  sent.length = 0;
  may = { may: true, missing: "" };
  stored = () => asStored("");
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body = "null" }: { method?: string; body?: string }) => {
    if (path.includes("/leftovers/")) return Response.json(answers.length > 1 ? answers.shift() : answers[0]);
    if (path.includes("/objects/")) return stored();
    if (method === "GET") return Response.json(may);
    sent.push({ path, ...JSON.parse(body) });
    return Response.json({ dryRun: false, resourceVersion: "" });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const found = (change: object = {}): GroupLeftoversAnswer => ({
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
  expect(await screen.findByText(/^Its tokens fail within seconds/)).toBeTruthy();
  expect(await screen.findByText(/^Neither Argo CD nor Flux nor Helm is known to keep it/)).toBeTruthy();
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

it.each([
  [
    "a label",
    "  labels:\n    argocd.argoproj.io/instance: shop\n",
    "",
    /^Argo CD keeps it, by its label argocd\.argoproj\.io\/instance\. .* makes it again at once/,
  ],
  ["who wrote it", "", "managedFields:\n- manager: kustomize-controller\n", /^Flux keeps it, by its field manager kustomize-controller\. At the next interval/],
  ["Helm's mark", "  annotations:\n    meta.helm.sh/release-name: shop\n", "", /^Helm keeps it, by its annotation meta\.helm\.sh\/release-name\. /],
])("tells before the deletion which tool keeps the object, by %s, and what it does then", async (_claim, metadata, managers, words) => {
  answers = [found()];
  stored = () => asStored(metadata, managers);
  shown();
  fireEvent.click(await screen.findByRole("button", { name: "Delete web-vm" }));
  expect(await screen.findByText(words)).toBeTruthy();
});

it("deletes nothing before that is read, and tells where it cannot be", async () => {
  let refuse: () => void = () => undefined;
  vi.stubGlobal("fetch", async (path: string) => {
    if (path.includes("/leftovers/")) return Response.json(found());
    if (!path.includes("/objects/")) return Response.json(may);
    await new Promise<void>((done) => {
      refuse = done;
    });
    return Response.json({ title: "Not allowed", status: 403, detail: "serviceaccounts is forbidden." }, { status: 403 });
  });
  shown();
  fireEvent.click(await screen.findByRole("button", { name: "Delete web-vm" }));
  const send = await screen.findByRole("button", { name: "Delete" });
  expect(send.getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByText("Reading whether a tool keeps it")).toBeTruthy();
  refuse();
  expect(await screen.findByText(/^Not known whether Argo CD, Flux or Helm keeps it.*serviceaccounts is forbidden\.$/)).toBeTruthy();
  await vi.waitFor(() => expect(send.getAttribute("aria-disabled")).toBe("false"));
});
