import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DrainAgain } from "@/components/command/drain-again";
import { PlanForm } from "@/components/command/plan-form";
import { DrainMachineAction } from "@/components/entry/drain-machine";
import type { EntryDetail } from "@/components/entry/use-last-seen";
import { MuteForm } from "@/components/finding/mute-form";
import { ExpectedSizeForm } from "@/components/group/size-editor";
import { PairsRow } from "@/components/new-group/pairs-row";
import { PlaceForm } from "@/components/new-group/place-form";
import { StartMenu } from "@/components/preview/start-menu";
import { KeepView } from "@/components/table/keep-view";
import { WindowPicker } from "@/components/timeline/window-picker";
import { ViewerProvider } from "@/lib/client/viewer";
import { anEntryRow, ROWS_NOW } from "@/lib/testing/rows";

vi.mock("@/lib/client/clock", () => import("@/lib/testing/still-clock"));
vi.mock("@/lib/client/signed-out", () => ({ heardStatus: () => undefined }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));
vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => undefined }), usePathname: () => "/c/eu/groups/shop/web" }));

let isSignedIn: boolean;

/** Whoever is signed in may do everything; whoever is not is refused when something is sent. */
beforeEach(() => {
  isSignedIn = true;
  vi.stubGlobal("fetch", async (path: string, { method = "GET" }: RequestInit = {}) => {
    if (method === "POST" && isSignedIn) return Response.json({ dryRun: false, resourceVersion: "8" });
    if (method === "POST") return Response.json({ title: "Not signed in", status: 401, detail: "Sign in again." }, { status: 401 });
    if (path.includes("/objects/")) return Response.json({ yaml: "metadata: { uid: u }", managedFields: "", resourceVersion: "7" });
    return Response.json({ may: true, missing: "" });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const WEB = { cluster: "eu", namespace: "shop", name: "web" };
const NOON = Date.UTC(2026, 10, 21, 12);
const nothing = () => undefined;
const LOST = { name: "vm-1", uid: "u", resourceVersion: "7", endedAt: ROWS_NOW, reason: "" };
const PAIRS = { label: "Labels", path: ["labels"], noun: "label", words: { key: "key", value: "value" }, as: "text", hint: "" } as const;

interface Form {
  readonly drawn: ReactElement;
  /** The control that opens it. */
  readonly opener?: string;
  readonly field: string;
  /** What is typed, where any text does not do. */
  readonly typed?: string;
  /** What stands in the field while nothing is typed. */
  readonly shown?: string;
  /** What has to be typed into its other fields before it can be sent. */
  readonly others?: Readonly<Record<string, string>>;
  /** The button that sends it. */
  readonly sends: string;
  readonly isCommand?: true;
}

const plan = <PlanForm chosen={{ groups: [{ ...WEB, entries: ["vm-1"] }], without: [] }} onDone={nothing} />;
const drain = (
  <DrainMachineAction
    row={anEntryRow()}
    detail={{ ...({} as EntryDetail), labels: [], resourceVersion: "7", managedBy: "" }}
    offered={["drain-workloadentry"]}
  />
);
const startMenu = <StartMenu clusters={["eu"]} cluster="eu" onTemplate={nothing} />;
const pairs = <PairsRow draft="a" form={{ value: {}, notes: [], edit: () => true }} {...PAIRS} />;

/** Small forms with a text that is typed. A moment that is typed on the activity page is not kept: its field follows the clock. */
const FORMS: Readonly<Record<string, Form>> = {
  "the expected size": {
    drawn: <ExpectedSizeForm {...WEB} text="4" resourceVersion="7" managedBy="" />,
    ...{ opener: "change the expected size", field: "How many machines this group should have", shown: "4", sends: "Save", isCommand: true },
  },
  "the reason of a drain": { drawn: drain, opener: "Drain", field: "Why", sends: "Drain it", isCommand: true },
  "the reason of a drain that was lost": {
    drawn: <DrainAgain cluster="eu" namespace="shop" lost={LOST} offered={["drain-workloadentry"]} />,
    ...{ field: "Why", sends: "Drain it again", isCommand: true },
  },
  "the reason of a planned leave": { drawn: plan, field: "Why", sends: "Mark 1 machine", isCommand: true },
  "the day of a planned leave": { drawn: plan, field: "By when (UTC)", others: { Why: "moved" }, sends: "Mark 1 machine", isCommand: true },
  "the reason of a mute": { drawn: <MuteForm what="STL205/a" code="STL205" object={null} onDone={nothing} />, field: "Why", sends: "Mute" },
  "the name of a view": { drawn: <KeepView address="/entries?q=state%3Adraining" />, field: "Keep what is shown as", sends: "Keep" },
  "the place of a new group": {
    drawn: <PlaceForm asked="eu" place={{ cluster: "eu", namespace: "", draft: "" }} head={null} />,
    field: "Namespace",
    sends: "Choose",
  },
  "the namespace of another object": { drawn: startMenu, opener: "Another object", field: "Namespace", others: { Name: "web" }, sends: "Begin with it" },
  "the name of another object": { drawn: startMenu, opener: "Another object", field: "Name", others: { Namespace: "shop" }, sends: "Begin with it" },
  "the beginning of a window": {
    drawn: <WindowPicker window={{ kind: "last", name: "1h" }} from={NOON - 3_600_000} to={NOON} onChoose={nothing} />,
    ...{ opener: "A window of your own", field: "from", typed: "2026-11-20 04:16:12", shown: "2026-11-21 11:00:00", sends: "Show" },
  },
  "the key of a new label": { drawn: pairs, field: "key of a new label", sends: "Add label" },
  "the value of a new label": { drawn: pairs, field: "value of a new label", others: { "key of a new label": "app" }, sends: "Add label" },
};
const TYPED = "2026-11-21";

const page = (drawn: ReactElement, id: string) => <ViewerProvider viewer={{ signIn: "token", name: id, id, mayWrite: true }}>{drawn}</ViewerProvider>;
async function opened({ drawn, opener, field }: Form, viewer = "ann") {
  const { unmount } = render(page(drawn, viewer));
  if (opener !== undefined) await userEvent.click(screen.getByRole("button", { name: opener }));
  return { unmount, input: await screen.findByLabelText<HTMLInputElement>(field) };
}
async function typedInto(form: Form) {
  const { unmount, input } = await opened(form);
  await userEvent.clear(input);
  await userEvent.type(input, form.typed ?? TYPED);
  return unmount;
}
async function foundBy(form: Form, viewer = "ann"): Promise<string> {
  const { unmount, input } = await opened(form, viewer);
  const { value } = input;
  unmount();
  return value;
}
async function send({ others = {}, sends }: Form) {
  for (const [label, text] of Object.entries(others)) await userEvent.type(screen.getByLabelText(label), text);
  const button = await waitFor(() => {
    const found = screen.getByRole("button", { name: sends });
    expect(found.getAttribute("aria-disabled")).not.toBe("true");
    return found;
  });
  await userEvent.click(button);
}

it.each(Object.entries(FORMS))("%s is there again for whoever typed it, and for nobody else, after the page was taken away", async (_, form) => {
  const takeAway = await typedInto(form);
  takeAway();
  expect(await foundBy(form)).toBe(form.typed ?? TYPED);
  expect(await foundBy(form, "bob")).toBe(form.shown ?? "");
});

it.each(Object.entries(FORMS))("%s is forgotten once it is sent", async (_, form) => {
  const leave = await typedInto(form);
  await send(form);
  if (form.isCommand) await screen.findByText(/Accepted; the page follows the cluster\./);
  leave();
  expect(await foundBy(form)).toBe(form.shown ?? "");
});

it.each(Object.entries(FORMS).filter(([, { isCommand }]) => isCommand))(
  "%s is there again where nobody was signed in any more when it was sent",
  async (_, form) => {
    const takeAway = await typedInto(form);
    isSignedIn = false;
    await send(form);
    await screen.findByText(/Sign in again\./);
    takeAway();
    expect(await foundBy(form)).toBe(form.typed ?? TYPED);
  },
);

const CANCELLED = ["the expected size", "the reason of a drain", "the reason of a planned leave", "the day of a planned leave", "the reason of a mute"];

it.each(CANCELLED.map((name) => [name, FORMS[name] as Form] as const))("%s is forgotten by the form's own Cancel", async (_, form) => {
  const leave = await typedInto(form);
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  leave();
  expect(await foundBy(form)).toBe(form.shown ?? "");
});

it.each(Object.entries(FORMS).filter(([, { opener }]) => opener !== undefined))(
  "%s stays where Escape or a click beside it closed the form",
  async (_, form) => {
    for (const close of ["{Escape}", "beside"]) {
      const leave = await typedInto(form);
      if (close === "beside") await userEvent.click(document.body);
      else await userEvent.keyboard(close);
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      leave();
      expect(await foundBy(form)).toBe(form.typed ?? TYPED);
    }
  },
);
