import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { BulkDeletionEntry, BulkDeletionImpact } from "@/lib/contract/answers/deletion";
import { DeleteSeveralForm } from "./delete-several-form";

vi.mock("@/lib/client/signed-out", () => ({ heardStatus: () => undefined }));

const entryOf = (name: string, resourceVersion: string): BulkDeletionEntry => ({
  ...{ id: `eu/${name}`, cluster: "eu", namespace: "shop", name, uid: name, resourceVersion, managedBy: "", fate: "registers-anew" },
});
const impactOf = (entries: readonly BulkDeletionEntry[], more: Partial<BulkDeletionImpact> = {}): BulkDeletionImpact => ({
  ...{ entries: [...entries], missing: [], hosts: [], moreHosts: 0, zones: [], unseen: [], ...more },
});
const host = { kind: "Service", namespace: "shop", name: "pay", host: "pay.shop", before: 2, after: 0, pods: 0, inline: 0, addresses: 0 } as const;

interface Sent {
  readonly path: string;
  readonly body: unknown;
}

let impacts: BulkDeletionImpact[];
let refusals: Map<string, { readonly status: number; readonly detail: string }>;
let missing: Map<string, string>;
let sent: Sent[];
const gone = vi.fn();

beforeEach(() => {
  [impacts, sent] = [[], []];
  [refusals, missing] = [new Map(), new Map()];
  gone.mockReset();
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body = "null" }: { method?: string; body?: string }) => {
    const name = path.split("/").at(-1) ?? "";
    if (path === "/api/impact") return Response.json(impacts.length > 1 ? impacts.shift() : impacts[0]);
    if (method === "GET") return Response.json({ may: !missing.has(name), missing: missing.get(name) ?? "" });
    sent.push({ path, body: JSON.parse(body) });
    const refusal = refusals.get(name);
    if (refusal === undefined) return Response.json({ dryRun: false, resourceVersion: "" });
    return Response.json({ type: "about:blank", title: "Refused", ...refusal }, { status: refusal.status });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const shown = () => render(<DeleteSeveralForm ids={["eu/a", "eu/b"]} onGone={gone} onDone={() => undefined} />);
const button = (name: RegExp) => screen.findByRole("button", { name });
const lines = () =>
  within(screen.getByRole("list", { name: "Entries to delete" }))
    .getAllByRole("listitem")
    .map((line) => line.textContent);

it("deletes each of the version whose impact was told, once the number is typed where hosts lose endpoints", async () => {
  impacts = [impactOf([entryOf("a", "71"), entryOf("b", "72")], { hosts: [host] })];
  shown();
  const submit = await button(/^Delete 2 entries/);
  expect(screen.getByText("pay.shop: nobody is left of 2 machines; calls fail")).toBeTruthy();
  expect(screen.getByText("2 · made again by istiod when the machine connects")).toBeTruthy();
  fireEvent.click(submit);
  expect(sent).toEqual([]);
  fireEvent.change(screen.getByLabelText(/^Hosts lose endpoints\. Type 2/), { target: { value: "2" } });
  fireEvent.click(submit);
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("2 accepted; the page follows the cluster."));
  expect(sent).toEqual(
    ["a", "b"].map((name, index) => ({
      path: `/api/c/eu/commands/delete-workloadentry/shop/${name}`,
      body: { dryRun: false, resourceVersion: `7${index + 1}`, input: { uid: name } },
    })),
  );
  expect(gone).toHaveBeenLastCalledWith(["eu/a", "eu/b"]);
  expect(screen.queryByRole("button", { name: /^Delete/ })).toBeNull();
});

it("tells the result of each, reads the refused one again, and repeats only that", async () => {
  impacts = [impactOf([entryOf("a", "71"), entryOf("b", "72")]), impactOf([entryOf("b", "99")])];
  refusals.set("b", { status: 409, detail: "Somebody changed the machine since this page showed it." });
  shown();
  fireEvent.click(await button(/^Delete 2 entries/));
  const again = await button(/^Delete the other 1 entry/);
  await waitFor(() => expect(again.getAttribute("aria-disabled")).toBe("false"));
  expect(lines()).toEqual(["shop/aAccepted", "shop/bSomebody changed the machine since this page showed it."]);
  refusals.clear();
  fireEvent.click(again);
  await waitFor(() => expect(lines()[1]).toBe("shop/bAccepted"));
  expect(sent.map(({ path, body }) => [path.at(-1), (body as { resourceVersion: string }).resourceVersion])).toEqual([
    ["a", "71"],
    ["b", "72"],
    ["b", "99"],
  ]);
});

it("sends nothing for what may not be deleted, and names the missing verb", async () => {
  impacts = [impactOf([entryOf("a", "71"), entryOf("b", "72")])];
  missing.set("b", "The verb delete on workloadentries is missing");
  shown();
  fireEvent.click(await button(/^Delete 1 entry/));
  await waitFor(() => expect(lines()[0]).toBe("shop/aAccepted"));
  expect(lines()[1]).toBe("shop/bYou may not change it. The verb delete on workloadentries is missing.");
  expect(sent).toHaveLength(1);
});

it("an entry whose answer was lost and that is not found again counts as gone, not as failed", async () => {
  impacts = [impactOf([entryOf("a", "71")]), impactOf([], { missing: ["eu/a"] })];
  refusals.set("a", { status: 502, detail: "No answer. It is not known whether the change was made." });
  shown();
  fireEvent.click(await button(/^Delete 1 entry/));
  await waitFor(() => expect(lines()).toEqual(["shop/aNot there any more."]));
  expect(gone).toHaveBeenLastCalledWith(["eu/a"]);
  expect(screen.queryByRole("button", { name: /^Delete/ })).toBeNull();
});
