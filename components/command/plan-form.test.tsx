import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SelectionByGroup } from "@/lib/domain/entry/planned-groups";
import { PlanForm } from "./plan-form";
import { UnplanButton } from "./unplan-button";

vi.mock("@/lib/client/signed-out", () => ({ heardStatus: () => undefined }));

const GROUP = { cluster: "eu", namespace: "shop", name: "web", uid: "uid-web", resourceVersion: "9", managedBy: "" };
const BEFORE = { entry: "vm-old", by: null, reason: "moved last week" };
const ofGroup = (name: string, ...entries: readonly string[]) => ({ cluster: "eu", namespace: "shop", name, entries });
const ONE: SelectionByGroup = { groups: [ofGroup("web", "vm-1", "vm-2")], without: [] };
const TWO: SelectionByGroup = { groups: [ofGroup("api", "vm-3"), ofGroup("web", "vm-1", "vm-2")], without: [] };

interface Sent {
  readonly path: string;
}

const sent: Sent[] = [];
let missing: Map<string, string>;
let annotations: Map<string, string>;
let labels: Map<string, string>;
let refusals: Map<string, { readonly status: number; readonly detail: string }>;
let version: number;

beforeEach(() => {
  sent.length = 0;
  [missing, labels, refusals] = [new Map(), new Map(), new Map()];
  annotations = new Map([["web", JSON.stringify([{ entry: BEFORE.entry, reason: BEFORE.reason }])]]);
  version = 9;
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body = "null" }: { method?: string; body?: string }) => {
    const name = path.split("/").at(-1) ?? "";
    if (path.includes("/objects/")) return Response.json({ yaml: yamlOf(name), managedFields: "", resourceVersion: String(version) });
    if (method === "GET") return Response.json({ may: !missing.has(name), missing: missing.get(name) ?? "" });
    sent.push({ path, ...JSON.parse(body) });
    const refusal = refusals.get(name);
    return refusal === undefined ? Response.json({ dryRun: false, resourceVersion: "10" }) : Response.json({ title: "Refused", ...refusal }, refusal);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** JSON is YAML. */
function yamlOf(name: string): string {
  const annotation = annotations.get(name);
  const label = labels.get(name);
  return JSON.stringify({
    metadata: {
      uid: `uid-${name}`,
      ...(annotation !== undefined && { annotations: { "stolos.dev/planned-leaves": annotation } }),
      ...(label !== undefined && { labels: { [label]: "x" } }),
    },
  });
}

const shown = (chosen: SelectionByGroup) => render(<PlanForm chosen={chosen} onDone={() => undefined} />);
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const path = (group: string) => `/api/c/eu/commands/plan-leaves/shop/${group}`;
const status = () => screen.getByRole("status").textContent;
const lines = () =>
  within(screen.getByRole("list", { name: "Groups whose machines are marked" }))
    .getAllByRole("listitem")
    .map((line) => line.textContent);
/** The button that sends, once every group has been read. */
async function ready(name: string) {
  const button = await screen.findByRole("button", { name });
  await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("false"));
  return button;
}

it("adds the marks to those that are there, of the version that was read, with the reason and the end of the day", async () => {
  shown(ONE);
  const mark = await ready("Mark 2 machines");
  type("Why", "moved");
  type("By when (UTC)", "2026-11-21");
  fireEvent.click(mark);
  await waitFor(() => expect(status()).toBe("Accepted; the page follows the cluster."));
  const by = Date.UTC(2026, 10, 21, 23, 59, 59);
  const leaves = [BEFORE, { entry: "vm-1", by, reason: "moved" }, { entry: "vm-2", by, reason: "moved" }];
  expect(sent).toEqual([{ path: path("web"), dryRun: false, resourceVersion: "9", input: { uid: "uid-web", leaves } }]);
  expect(screen.queryByRole("button", { name: /^Mark/ })).toBeNull();
});

it("sends nothing while the end is no time, or no reason is given", async () => {
  shown(ONE);
  const mark = await ready("Mark 2 machines");
  fireEvent.click(mark);
  expect(screen.getByText(/^Write why the machine goes/)).toBeTruthy();
  for (const [typed, isTime] of [
    ["soon", false],
    ["2026-13-40", false],
    ["2026-11-21T18:00", true],
  ] as const) {
    type("By when (UTC)", typed);
    expect(mark.getAttribute("aria-disabled")).toBe(String(!isTime));
  }
  type("Why", "moved");
  type("By when (UTC)", "soon");
  fireEvent.click(mark);
  expect(sent).toEqual([]);
  expect(screen.getByText(/^This is no day and no time/)).toBeTruthy();
});

it("gives one command for each group, tells the result of each, and repeats only what was refused, read anew", async () => {
  refusals.set("web", { status: 409, detail: "Somebody changed the group since this page showed it." });
  shown(TWO);
  const mark = await ready("Mark 3 machines");
  // Somebody takes the mark that was there away meanwhile.
  annotations.clear();
  version = 12;
  type("Why", "moved");
  fireEvent.click(mark);
  await waitFor(() => expect(status()).toBe("1 group accepted; the page follows the cluster. 1 group not marked: it says why."));
  expect(lines()).toEqual(["shop/api1 machine: vm-3Accepted", "shop/web2 machines: vm-1, vm-2Somebody changed the group since this page showed it."]);
  refusals.clear();
  const again = await ready("Mark the other 2 machines");
  fireEvent.click(again);
  await waitFor(() => expect(status()).toBe("2 groups accepted; the page follows the cluster."));
  const marks = (...entries: readonly string[]) => entries.map((entry) => ({ entry, by: null, reason: "moved" }));
  expect(sent.map((one) => [one.path, (one as { resourceVersion?: string }).resourceVersion])).toEqual([
    [path("api"), "9"],
    [path("web"), "9"],
    [path("web"), "12"],
  ]);
  expect(sent.at(-1)).toMatchObject({ input: { leaves: marks("vm-1", "vm-2") } });
});

it("keeps the reason and the day for as long as a group is still to be marked, also beyond the form", async () => {
  refusals.set("web", { status: 409, detail: "Somebody changed the group since this page showed it." });
  const { unmount } = shown(TWO);
  const mark = await ready("Mark 3 machines");
  type("Why", "moved");
  type("By when (UTC)", "2026-11-21");
  fireEvent.click(mark);
  await waitFor(() => expect(status()).toMatch(/^1 group accepted/));
  unmount();
  const typed = () => ["Why", "By when (UTC)"].map((label) => screen.getByLabelText<HTMLInputElement>(label).value);
  const again = shown(TWO);
  expect(typed()).toEqual(["moved", "2026-11-21"]);
  refusals.clear();
  fireEvent.click(await ready("Mark 3 machines"));
  await waitFor(() => expect(status()).toBe("2 groups accepted; the page follows the cluster."));
  again.unmount();
  shown(TWO);
  expect(typed()).toEqual(["", ""]);
});

it("sends nothing for a group that may not be changed, or says what nobody can read, and names why", async () => {
  missing.set("api", "The verb patch on workloadgroups is missing");
  annotations.set("web", "soon");
  shown({ groups: [...TWO.groups, ofGroup("db", "vm-9")], without: ["by-hand"] });
  const mark = await ready("Mark 1 machine");
  expect(lines()[0]).toContain("You may not change it. The verb patch on workloadgroups is missing.");
  expect(lines()[1]).toContain("is no list of machines: nothing counts as planned");
  expect(screen.getByText(/^by-hand belongs to no group/)).toBeTruthy();
  type("Why", "moved");
  fireEvent.click(mark);
  await waitFor(() => expect(lines()[2]).toContain("Accepted"));
  expect(sent.map((one) => one.path)).toEqual([path("db")]);
});

it("offers nothing to send where no group may be changed", async () => {
  missing.set("web", "The verb patch on workloadgroups is missing");
  shown(ONE);
  expect(await screen.findByText("You may not change it. The verb patch on workloadgroups is missing.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Mark/ })).toBeNull();
  expect(screen.queryByLabelText("Why")).toBeNull();
});

it("says which tool may take the marks back", async () => {
  labels.set("web", "argocd.argoproj.io/instance");
  shown(ONE);
  expect(await screen.findByText(/^Argo CD manages this group and may take the change back/)).toBeTruthy();
});

it("one mark is taken away, and the others stay", async () => {
  render(<UnplanButton group={GROUP} planned={[BEFORE, { ...BEFORE, entry: "vm-1" }]} entry="vm-1" />);
  fireEvent.click(screen.getByRole("button", { name: "Take the mark of vm-1 away" }));
  fireEvent.click(await screen.findByRole("button", { name: "Take it away" }));
  expect(await screen.findByText("Accepted; the page follows the cluster.")).toBeTruthy();
  expect(sent).toEqual([{ path: path("web"), dryRun: false, resourceVersion: "9", input: { uid: "uid-web", leaves: [BEFORE] } }]);
});
