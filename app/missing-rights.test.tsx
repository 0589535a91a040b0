import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentProps, ReactElement } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MakeControls } from "@/components/bundle/make-controls";
import { DeleteLeftover } from "@/components/command/delete-leftover";
import { DeleteObject } from "@/components/command/delete-object";
import { PlannedList } from "@/components/command/planned-machines";
import { DrainMachineAction } from "@/components/entry/drain-machine";
import type { EntryDetail } from "@/components/entry/use-last-seen";
import { MuteOffers } from "@/components/finding/mute-offers";
import { MutedMark } from "@/components/finding/muted-mark";
import { GroupFacts } from "@/components/group/group-facts";
import { IncidentNotes } from "@/components/incident/incident-notes";
import { RightList } from "@/components/new-group/right-list";
import { DryRun } from "@/components/preview/dry-run";
import { AcceptLosses, type LossDecisions, UndoAcceptance } from "@/components/table/accept-losses";
import { YamlView } from "@/components/yaml/yaml-view";
import type { PreviewObject } from "@/lib/contract/answers/preview";
import { COMMAND_INPUTS, isObjectCommandName, type ObjectCommandName } from "@/lib/contract/commands";
import type { ResourceWithPage } from "@/lib/contract/url/paths";
import { OBJECT_MUTE_KEY } from "@/lib/domain/findings/mute";
import { aLoss } from "@/lib/testing/history-answers";
import { aFindingRow, aGroupHead, aGroupRow, anEntryRow, ROWS_NOW } from "@/lib/testing/rows";

vi.mock("@/lib/client/clock", () => ({
  useOfNow: (read: (now: number) => unknown) => read(ROWS_NOW),
  useOfServerNow: (read: (now: number) => unknown) => read(ROWS_NOW),
}));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));

const missingOf = (command: string) => `The verb patch on things of ${command} in namespace shop is missing`;

/** Somebody who may not give any command: asked first or tried at once, the server says which verb is missing. */
beforeEach(() => {
  vi.stubGlobal("fetch", async (path: string, { method = "GET" }: RequestInit = {}) => {
    if (/\/objects\/[a-z]+\/shop\/a$/.test(path)) return Response.json({ yaml: "metadata: { uid: u }", managedFields: "", resourceVersion: "7" });
    const command = /\/commands\/([a-z-]+)\//.exec(path)?.[1] ?? "";
    if (command === "") return Response.json({ title: "Not there", status: 404, detail: "nothing" }, { status: 404 });
    if (method === "GET") return Response.json({ may: false, missing: missingOf(command) });
    return Response.json({ title: "Not allowed", status: 403, detail: `${missingOf(command)}.` }, { status: 403 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

interface Control {
  readonly drawn: ReactElement;
  /** The button to press before anything is asked; null = it is asked at once. */
  readonly pressed: string | null;
}

const { detail } = aGroupHead();
const shown = { cluster: "eu", namespace: "shop", name: "web", uid: "u", resourceVersion: "7", managedBy: "" };
const PLANNED = { entry: "vm-1", by: null, reason: "moved", here: true };
const DRAINED = { key: "istio.io/draining", value: "true", from: "metadata", overridden: null } as const;
const LOST = aLoss();
const ACCEPTED = { ...LOST, countedUntil: { at: LOST.endedAt + 1, because: "accepted", by: "ann" } } as const;
const decisionsOf = (command: ObjectCommandName): LossDecisions => ({
  group: shown,
  size: { expected: 3, source: "declared", accepted: 0 },
  offered: [command],
});
const rights: Control = { drawn: <RightList cluster="eu" namespace="shop" />, pressed: null };

const NOTE = { key: "n-1", edit: 1, at: ROWS_NOW, who: "ann", editedAt: ROWS_NOW, editedBy: "ann", note: "The switch of eu-1 is down" };
const WITH_NOTE: Omit<ComponentProps<typeof IncidentNotes>, "offered"> = {
  ...{ id: "q7fd", state: "open", read: { answer: { kind: "here", value: { visibility: "visible", notes: [NOTE] } }, refresh: () => undefined } },
  groups: [{ cluster: "eu", namespace: "shop", name: "web", machines: 1, failed: 1, lost: 0, unverified: 0, accepted: 0 }],
};

/** Where each command tells what is missing for it. A command without a line here does not compile. */
const CONTROLS: Readonly<Record<ObjectCommandName, Control>> = {
  "create-serviceaccount": rights,
  "create-workloadgroup": rights,
  "create-service": rights,
  "create-serviceentry": rights,
  "issue-token": { drawn: <MakeControls {...bundleParts()} />, pressed: null },
  "edit-workloadgroup": anEdit("workloadgroups", "edit-workloadgroup"),
  "edit-workloadentry": anEdit("workloadentries", "edit-workloadentry"),
  "edit-service": anEdit("services", "edit-service"),
  "edit-serviceentry": anEdit("serviceentries", "edit-serviceentry"),
  "delete-workloadentry": { drawn: <DeleteObject object={shown} name="delete-workloadentry" offered={["delete-workloadentry"]} />, pressed: "Delete" },
  "delete-workloadgroup": { drawn: <DeleteObject object={shown} name="delete-workloadgroup" offered={["delete-workloadgroup"]} />, pressed: "Delete" },
  "drain-workloadentry": { drawn: <DrainMachineAction row={anEntryRow()} detail={drainedBy([])} offered={["drain-workloadentry"]} />, pressed: "Drain" },
  "undrain-workloadentry": {
    drawn: <DrainMachineAction row={anEntryRow()} detail={drainedBy([DRAINED])} offered={["undrain-workloadentry"]} />,
    pressed: "Undrain",
  },
  "try-new-service": aTry("Service", "new", "try-new-service"),
  "try-service": aTry("Service", "exists", "try-service"),
  "try-new-serviceentry": aTry("ServiceEntry", "new", "try-new-serviceentry"),
  "try-serviceentry": aTry("ServiceEntry", "exists", "try-serviceentry"),
  "try-new-workloadentry": aTry("WorkloadEntry", "new", "try-new-workloadentry"),
  "try-workloadentry": aTry("WorkloadEntry", "exists", "try-workloadentry"),
  "try-new-workloadgroup": aTry("WorkloadGroup", "new", "try-new-workloadgroup"),
  "try-workloadgroup": aTry("WorkloadGroup", "exists", "try-workloadgroup"),
  "delete-serviceentry": aLeftover("delete-serviceentry"),
  "delete-serviceaccount": aLeftover("delete-serviceaccount"),
  "mute-workloadentry": aMute("entry", "WorkloadEntry", "mute-workloadentry"),
  "mute-workloadgroup": aMute("group", "WorkloadGroup", "mute-workloadgroup"),
  "mute-service": aMute("host", "Service", "mute-service"),
  "mute-serviceentry": aMute("host", "ServiceEntry", "mute-serviceentry"),
  "plan-leaves": {
    drawn: <>{detail !== null && <PlannedList row={aGroupRow()} detail={{ ...detail, planned: [PLANNED] }} offered={["plan-leaves"]} />}</>,
    pressed: "Take the mark of vm-1 away",
  },
  "add-incident-note": { drawn: <IncidentNotes {...WITH_NOTE} offered={["add-incident-note"]} />, pressed: "Add a note" },
  "edit-incident-note": { drawn: <IncidentNotes {...WITH_NOTE} offered={["edit-incident-note"]} />, pressed: "Edit the note of ann" },
  "undo-incident-note": { drawn: <IncidentNotes {...WITH_NOTE} offered={["undo-incident-note"]} />, pressed: "Undo the note of ann" },
  "accept-losses": { drawn: <AcceptLosses losses={[LOST]} decisions={decisionsOf("accept-losses")} />, pressed: "Will not come back" },
  "undo-accepted-losses": {
    drawn: <UndoAcceptance loss={ACCEPTED} decisions={decisionsOf("undo-accepted-losses")} />,
    pressed: `Undo for ${LOST.row.name}`,
  },
  "set-expected-size": {
    drawn: <>{detail !== null && <GroupFacts row={aGroupRow()} detail={detail} offered={["set-expected-size"]} />}</>,
    pressed: "change the expected size",
  },
};

function drainedBy(labels: EntryDetail["labels"]): EntryDetail {
  return { ...({} as EntryDetail), labels };
}

function anEdit(resource: ResourceWithPage, command: ObjectCommandName): Control {
  return { drawn: <YamlView cluster="eu" resource={resource} namespace="shop" name="web" offered={[command]} />, pressed: "Edit" };
}

function aTry(kind: PreviewObject["kind"], known: PreviewObject["known"], command: ObjectCommandName): Control {
  const object = { kind, known, namespace: "shop", name: "a", resourceVersion: "7" };
  return { drawn: <DryRun cluster="eu" object={object} text="" offered={[command]} />, pressed: "Ask the API server (dry run)" };
}

function aLeftover(command: "delete-serviceentry" | "delete-serviceaccount"): Control {
  return { drawn: <DeleteLeftover command={command} object={shown} words={[]} offered={[command]} onAccepted={() => undefined} />, pressed: "Delete web" };
}

function aMute(subject: "entry" | "group" | "host", kind: string, command: ObjectCommandName): Control {
  const mute = { until: ROWS_NOW + 1, reason: "known" };
  const row = { ...aFindingRow(), subject, objects: [{ kind, namespace: "shop", name: "a" }], mute };
  const drawn = (
    <MuteOffers offered={[command]}>
      <MutedMark row={row} mute={{ ...mute, what: OBJECT_MUTE_KEY }} />
    </MuteOffers>
  );
  return { drawn, pressed: "Show again" };
}

function bundleParts(): ComponentProps<typeof MakeControls> {
  return {
    ...{ place: { cluster: "eu", namespace: "shop", name: "web" }, hasAccount: true, draft: {} as ComponentProps<typeof MakeControls>["draft"] },
    ...{ rails: { kind: "none" }, onChange: () => undefined, busy: false, archive: null, problem: null, onMake: () => undefined },
  };
}

it.each(Object.keys(COMMAND_INPUTS).filter(isObjectCommandName))("whoever may not give %s reads at its control which verb is missing", async (command) => {
  const { drawn, pressed } = CONTROLS[command];
  render(drawn);
  if (pressed !== null) await userEvent.click(screen.getByRole("button", { name: pressed }));
  expect(await screen.findByText((text) => text.includes(missingOf(command)))).toBeDefined();
});
