import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DeleteLeftover } from "@/components/command/delete-leftover";
import { DeleteObject } from "@/components/command/delete-object";
import { DrainAgain } from "@/components/command/drain-again";
import { PlanForm } from "@/components/command/plan-form";
import { UnplanButton } from "@/components/command/unplan-button";
import { DrainMachineAction } from "@/components/entry/drain-machine";
import type { EntryDetail } from "@/components/entry/use-last-seen";
import { MuteForm } from "@/components/finding/mute-form";
import { MuteOffers } from "@/components/finding/mute-offers";
import { MutedMark } from "@/components/finding/muted-mark";
import { ExpectedSizeForm } from "@/components/group/size-editor";
import { DryRun } from "@/components/preview/dry-run";
import { OBJECT_MUTE_KEY } from "@/lib/domain/findings/mute";
import { aFindingRow, anEntryRow, ROWS_NOW } from "@/lib/testing/rows";

vi.mock("@/lib/client/clock", () => import("@/lib/testing/still-clock"));
vi.mock("@/lib/client/signed-out", () => ({ heardStatus: () => undefined }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));

const IMPACT = { hosts: [], moreHosts: 0, zones: [], unseen: [], entries: 0, staying: 0, connected: 0, fate: null };
const sent: string[] = [];
let answer: () => void;

/** Everything may be done; what a change came to is told when the test says so. */
beforeEach(() => {
  sent.length = 0;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal("fetch", async (path: string, { method = "GET" }: RequestInit = {}) => {
    if (method === "POST") {
      sent.push(path);
      await answered;
      return Response.json({ dryRun: false, resourceVersion: "8" });
    }
    if (path.includes("/objects/")) return Response.json({ yaml: "metadata: { uid: u }", managedFields: "", resourceVersion: "7" });
    if (path.includes("/impact/")) return Response.json(IMPACT);
    return Response.json({ may: true, missing: "" });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const GROUP = { cluster: "eu", namespace: "shop", name: "web", uid: "u", resourceVersion: "7", managedBy: "" };
const MUTE = { until: ROWS_NOW + 1, reason: "known" };
const finding = { ...aFindingRow(), subject: "group" as const, objects: [{ kind: "WorkloadGroup", namespace: "shop", name: "web" }], mute: MUTE };
const nothing = () => undefined;

interface Form {
  readonly drawn: ReactElement;
  /** What is pressed before, by name, and what is typed. */
  readonly first?: readonly string[];
  readonly why?: true;
  readonly pressed: string;
}

/** Every form and control that sends a command by itself. */
const FORMS: Readonly<Record<string, Form>> = {
  "the expected size": {
    drawn: <ExpectedSizeForm cluster="eu" namespace="shop" name="web" text="4" resourceVersion="7" managedBy="" />,
    ...{ first: ["change the expected size"], pressed: "Save" },
  },
  "a drain": {
    drawn: <DrainMachineAction row={anEntryRow()} detail={{ ...({} as EntryDetail), labels: [], resourceVersion: "7" }} offered={["drain-workloadentry"]} />,
    ...{ first: ["Drain"], pressed: "Drain it" },
  },
  "a drain that was lost": {
    drawn: (
      <DrainAgain
        cluster="eu"
        namespace="shop"
        lost={{ name: "vm-1", uid: "u", resourceVersion: "7", endedAt: ROWS_NOW, reason: "disk" }}
        offered={["drain-workloadentry"]}
      />
    ),
    pressed: "Drain it again",
  },
  "a plan that machines go": {
    drawn: <PlanForm chosen={{ groups: [{ cluster: "eu", namespace: "shop", name: "web", entries: ["vm-1"] }], without: [] }} onDone={nothing} />,
    ...{ why: true, pressed: "Mark 1 machine" },
  },
  "a plan that is taken back": {
    drawn: <UnplanButton group={GROUP} planned={[{ entry: "vm-1", by: null, reason: "moved" }]} entry="vm-1" />,
    ...{ first: ["Take the mark of vm-1 away"], pressed: "Take it away" },
  },
  "a deletion": {
    drawn: <DeleteObject object={GROUP} name="delete-workloadgroup" offered={["delete-workloadgroup"]} />,
    ...{ first: ["Delete"], pressed: "Delete" },
  },
  "the deletion of what is left over": {
    drawn: <DeleteLeftover command="delete-serviceentry" object={GROUP} words={[]} offered={["delete-serviceentry"]} onAccepted={nothing} />,
    ...{ first: ["Delete web"], pressed: "Delete" },
  },
  "a mute for everybody": {
    drawn: <MuteForm what="STL205/a" code="STL205" object={{ resource: "workloadgroups", cluster: "eu", namespace: "shop", name: "web" }} onDone={nothing} />,
    ...{ first: ["for everybody"], why: true, pressed: "Mute" },
  },
  "a mute for everybody that is taken back": {
    drawn: (
      <MuteOffers offered={["mute-workloadgroup"]}>
        <MutedMark row={finding} mute={{ ...MUTE, what: OBJECT_MUTE_KEY }} />
      </MuteOffers>
    ),
    pressed: "Show again",
  },
  "a dry run": {
    drawn: (
      <DryRun
        cluster="eu"
        object={{ kind: "Service", known: "new", namespace: "shop", name: "a", resourceVersion: "" }}
        text=""
        offered={["try-new-service"]}
      />
    ),
    pressed: "Ask the API server (dry run)",
  },
};

it.each(Object.entries(FORMS))("%s is sent once, however often it is pressed before the answer comes", async (_name, { drawn, first = [], why, pressed }) => {
  render(drawn);
  for (const name of first) await userEvent.click(screen.queryByLabelText(name, { selector: "input" }) ?? (await screen.findByRole("button", { name })));
  if (why) fireEvent.change(await screen.findByLabelText("Why"), { target: { value: "disk" } });
  const button = await waitFor(() => {
    const found = screen.getAllByRole("button", { name: pressed }).at(-1);
    expect(found?.getAttribute("aria-disabled")).not.toBe("true");
    return found as HTMLElement;
  });
  await userEvent.dblClick(button);
  await waitFor(() => expect(sent).toHaveLength(1));
  await userEvent.dblClick(button);
  await act(async () => answer());
  expect(sent).toHaveLength(1);
});
