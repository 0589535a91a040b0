import { render, screen } from "@testing-library/react";
import type { ComponentProps, ReactElement } from "react";
import { describe, expect, it, vi } from "vitest";
import { DeleteLeftover } from "@/components/command/delete-leftover";
import { DeleteObject } from "@/components/command/delete-object";
import { PlannedList } from "@/components/command/planned-machines";
import { DrainMachineAction } from "@/components/entry/drain-machine";
import type { EntryDetail } from "@/components/entry/use-last-seen";
import { MuteOffers } from "@/components/finding/mute-offers";
import { MutedMark } from "@/components/finding/muted-mark";
import { GroupPageHeader } from "@/components/group/group-actions";
import { GroupFacts } from "@/components/group/group-facts";
import { IncidentNotes } from "@/components/incident/incident-notes";
import { DryRun } from "@/components/preview/dry-run";
import { isNewGroupOffered, pageGroups } from "@/components/shell/page-links";
import { WHOLE_SCOPE } from "@/components/shell/picked-scope";
import { SideNavigation } from "@/components/shell/side-navigation";
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
vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => undefined }) }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));

const { detail } = aGroupHead();
const HEALTHY = aGroupRow({ state: "healthy", lost: 0, missing: 0 });
const shown = { cluster: "eu", namespace: "shop", name: "web", uid: "u", resourceVersion: "7", managedBy: "" };
const DRAINED = { key: "istio.io/draining", value: "true", from: "metadata", overridden: null } as const;

const PLANNED = { entry: "vm-1", by: null, reason: "moved", here: true };

const LOST = aLoss();
const ACCEPTED = { ...LOST, countedUntil: { at: LOST.endedAt + 1, because: "accepted", by: "ann" } } as const;

const NOTE = { key: "n-1", edit: 1, at: ROWS_NOW, who: "ann", editedAt: ROWS_NOW, editedBy: "ann", note: "The switch of eu-1 is down" };
const WITH_NOTE: Omit<ComponentProps<typeof IncidentNotes>, "offered"> = {
  ...{ id: "q7fd", state: "open", read: { answer: { kind: "here", value: { visibility: "visible", notes: [NOTE] } }, refresh: () => undefined } },
  groups: [{ cluster: "eu", namespace: "shop", name: "web", machines: 1, failed: 1, lost: 0, unverified: 0, accepted: 0 }],
};

function decisionsOf(offered: readonly ObjectCommandName[]): LossDecisions {
  return { group: shown, size: { expected: 3, source: "declared", accepted: 0 }, offered };
}

/** One form creates all parts of a new group. The navigation leads to it. */
const newGroup = {
  name: "New group",
  role: "link",
  drawn: (offered: readonly ObjectCommandName[]) => (
    <SideNavigation groups={pageGroups({ pathname: "/", picked: WHOLE_SCOPE, canCreateGroup: isNewGroupOffered(offered) })} head={null} />
  ),
} as const;

/** Where the control of each command stands, and its name. A command without a line here does not compile. */
const CONTROLS: Readonly<
  Record<ObjectCommandName, { readonly name: string; readonly role?: "link"; readonly drawn: (offered: readonly ObjectCommandName[]) => ReactElement }>
> = {
  "create-serviceaccount": newGroup,
  "create-workloadgroup": newGroup,
  "create-service": newGroup,
  "create-serviceentry": newGroup,
  "edit-workloadgroup": anEdit("workloadgroups"),
  "edit-workloadentry": anEdit("workloadentries"),
  "edit-service": anEdit("services"),
  "edit-serviceentry": anEdit("serviceentries"),
  "delete-workloadentry": { name: "Delete", drawn: (offered) => <DeleteObject object={shown} name="delete-workloadentry" offered={offered} /> },
  "delete-workloadgroup": { name: "Delete", drawn: (offered) => <DeleteObject object={shown} name="delete-workloadgroup" offered={offered} /> },
  "delete-serviceentry": aLeftover("delete-serviceentry"),
  "delete-serviceaccount": aLeftover("delete-serviceaccount"),
  "drain-workloadentry": { name: "Drain", drawn: (offered) => <DrainMachineAction row={anEntryRow()} detail={drainedBy([])} offered={offered} /> },
  "undrain-workloadentry": {
    name: "Undrain",
    drawn: (offered) => <DrainMachineAction row={anEntryRow()} detail={drainedBy([DRAINED])} offered={offered} />,
  },
  "try-new-service": aTry("Service", "new"),
  "try-service": aTry("Service", "exists"),
  "try-new-serviceentry": aTry("ServiceEntry", "new"),
  "try-serviceentry": aTry("ServiceEntry", "exists"),
  "try-new-workloadentry": aTry("WorkloadEntry", "new"),
  "try-workloadentry": aTry("WorkloadEntry", "exists"),
  "try-new-workloadgroup": aTry("WorkloadGroup", "new"),
  "try-workloadgroup": aTry("WorkloadGroup", "exists"),
  "plan-leaves": {
    name: "Take the mark of vm-1 away",
    drawn: (offered) => <>{detail !== null && <PlannedList row={aGroupRow()} detail={{ ...detail, planned: [PLANNED] }} offered={offered} />}</>,
  },
  "accept-losses": { name: "Will not come back", drawn: (offered) => <AcceptLosses losses={[LOST]} decisions={decisionsOf(offered)} /> },
  "undo-accepted-losses": { name: `Undo for ${LOST.row.name}`, drawn: (offered) => <UndoAcceptance loss={ACCEPTED} decisions={decisionsOf(offered)} /> },
  "add-incident-note": { name: "Add a note", drawn: (offered) => <IncidentNotes {...WITH_NOTE} offered={offered} /> },
  "edit-incident-note": { name: "Edit the note of ann", drawn: (offered) => <IncidentNotes {...WITH_NOTE} offered={offered} /> },
  "undo-incident-note": { name: "Undo the note of ann", drawn: (offered) => <IncidentNotes {...WITH_NOTE} offered={offered} /> },
  "mute-workloadentry": aMute("entry", "WorkloadEntry"),
  "mute-workloadgroup": aMute("group", "WorkloadGroup"),
  "mute-service": aMute("host", "Service"),
  "mute-serviceentry": aMute("host", "ServiceEntry"),
  "issue-token": {
    name: "Add machines",
    role: "link",
    drawn: (offered) => <GroupPageHeader row={HEALTHY} detail={detail} offered={offered} summary={() => ""} />,
  },
  "set-expected-size": {
    name: "change the expected size",
    drawn: (offered) => <>{detail !== null && <GroupFacts row={aGroupRow()} detail={detail} offered={offered} />}</>,
  },
};

/** What a machine's page has of it, with these labels. */
function drainedBy(labels: EntryDetail["labels"]): EntryDetail {
  return { ...({} as EntryDetail), labels };
}

function anEdit(resource: ResourceWithPage) {
  const drawn = (offered: readonly ObjectCommandName[]) => <YamlView cluster="eu" resource={resource} namespace="shop" name="web" offered={offered} />;
  return { name: "Edit", drawn };
}

function aLeftover(command: "delete-serviceentry" | "delete-serviceaccount") {
  const drawn = (offered: readonly ObjectCommandName[]) => (
    <DeleteLeftover command={command} object={shown} words={[]} offered={offered} onAccepted={() => undefined} />
  );
  return { name: "Delete web", drawn };
}

function aMute(subject: "entry" | "group" | "host", kind: string) {
  const mute = { until: ROWS_NOW + 1, reason: "known" };
  const row = { ...aFindingRow(), subject, objects: [{ kind, namespace: "shop", name: "a" }], mute };
  const drawn = (offered: readonly ObjectCommandName[]) => (
    <MuteOffers offered={offered}>
      <MutedMark row={row} mute={{ ...mute, what: OBJECT_MUTE_KEY }} />
    </MuteOffers>
  );
  return { name: "Show again", drawn };
}

function aTry(kind: PreviewObject["kind"], known: PreviewObject["known"]) {
  const object = { kind, known, namespace: "shop", name: "a", resourceVersion: "7" };
  const drawn = (offered: readonly ObjectCommandName[]) => <DryRun cluster="eu" object={object} text="" offered={offered} />;
  return { name: "Ask the API server (dry run)", drawn };
}

const names = Object.keys(COMMAND_INPUTS).filter(isObjectCommandName);

describe.each(names)("the control of %s", (command) => {
  const { name, role = "button", drawn } = CONTROLS[command];

  it("is there where the command is offered", () => {
    render(drawn([command]));
    expect(screen.getAllByRole(role, { name })).toHaveLength(1);
  });

  it("does not exist where it is not, as on a server that only reads", () => {
    const { container } = render(drawn([]));
    expect(screen.queryByRole(role, { name })).toBeNull();
    expect(container.innerHTML).not.toContain(name);
  });
});
