import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetTexts } from "@/lib/client/kept-texts";
import type { IncidentNote, IncidentNotesAnswer } from "@/lib/contract/answers/incident-notes";
import type { ObjectCommandName } from "@/lib/contract/commands";
import type { IncidentGroup } from "@/lib/contract/views/incidents";
import type { IncidentState } from "@/lib/domain/incidents/incident";
import { ROWS_NOW } from "@/lib/testing/rows";
import { IncidentNotes } from "./incident-notes";

vi.mock("@/lib/client/clock", () => ({
  useOfNow: (read: (now: number) => unknown) => read(ROWS_NOW),
  useOfServerNow: (read: (now: number) => unknown) => read(ROWS_NOW),
}));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));

const ALL: readonly ObjectCommandName[] = ["add-incident-note", "edit-incident-note", "undo-incident-note"];
const NOTE: IncidentNote = {
  key: "n-1",
  edit: 1,
  at: ROWS_NOW - 60_000,
  who: "ann",
  editedAt: ROWS_NOW - 60_000,
  editedBy: "ann",
  note: "switch\n<b>down</b>",
};
const EDITED: IncidentNote = { ...NOTE, key: "n-2", edit: 3, editedAt: ROWS_NOW, editedBy: "bob" };
const group = (namespace: string, name: string): IncidentGroup => ({
  cluster: "eu",
  namespace,
  name,
  machines: 1,
  failed: 1,
  lost: 0,
  unverified: 0,
  accepted: 0,
});
const GROUPS = [group("shop", "web"), group("shop", "api"), group("pay", "ledger"), group("shop", "")];

/** The requests of the page, and the groups that the viewer may update. */
const server = { allowed: [] as string[], asked: [] as string[], sent: [] as unknown[], refusal: "" };

beforeEach(() => {
  Object.assign(server, { allowed: ["shop/web"], asked: [], sent: [], refusal: "" });
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body }: RequestInit = {}) => {
    const [, command, of = ""] = /\/commands\/([a-z-]+)\/(.+)$/.exec(path) ?? [];
    if (method === "GET") {
      server.asked.push(of);
      const missing = `The verb update on workloadgroups of ${of} is missing`;
      return Response.json(server.allowed.includes(of) ? { may: true, missing: "" } : { may: false, missing, missingRights: ["update workloadgroups"] });
    }
    server.sent.push({ command, of, ...JSON.parse(String(body)).input });
    if (server.refusal !== "") return Response.json({ title: "Refused", status: 400, detail: server.refusal, field: "text" }, { status: 400 });
    return Response.json({ dryRun: false, resourceVersion: "" });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  forgetTexts();
});

interface Shown {
  readonly notes?: IncidentNote[];
  readonly visibility?: IncidentNotesAnswer["visibility"];
  readonly state?: IncidentState;
  readonly groups?: readonly IncidentGroup[];
  readonly offered?: readonly ObjectCommandName[];
}

function show({ notes = [NOTE], visibility = "visible", state = "open", groups = GROUPS, offered = ALL }: Shown = {}) {
  const refresh = vi.fn();
  const read = { answer: { kind: "here" as const, value: { visibility, notes } }, refresh };
  const page = render(<IncidentNotes id="q7fd" state={state} groups={groups} read={read} offered={offered} />);
  return { ...page, refresh };
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const field = () => screen.findByRole<HTMLTextAreaElement>("textbox");

describe("the notes of an incident", () => {
  it("show author, time and text with its line breaks, and no markup", () => {
    const { container } = show();
    const text = container.querySelector('[data-note="n-1"] p');
    expect(text?.textContent).toBe("switch\n<b>down</b>");
    expect(text?.className).toContain("whitespace-pre-wrap");
    expect(container.querySelector('[data-note="n-1"]')?.textContent).toMatch(/^ann\d\d:/);
    expect(container.querySelector("[data-edited-by]")).toBeNull();
  });

  it("name the user of the last edit", () => {
    expect(show({ notes: [EDITED] }).container.querySelector('[data-edited-by="bob"]')?.textContent).toMatch(/^edited by bob at \d\d:/);
  });

  it.each([
    ["there is none", { notes: [] }, /No notes yet\./],
    ["the viewer does not see every namespace", { notes: [], visibility: "hidden" }, /right to list entries in every namespace/],
    ["the history does not have the incident", { notes: [], visibility: "absent" }, /does not have this incident yet/],
    ["the incident is over", { state: "over" }, /The incident is over, so its notes do not change/],
  ] as const)("state the reason if %s", (_, shown, text) => {
    expect(show({ ...shown, notes: "notes" in shown ? [...shown.notes] : [NOTE] }).container.textContent).toMatch(text);
  });

  it.each([
    ["a read-only server", { offered: [] }, []],
    ["a viewer who does not see them", { visibility: "hidden", notes: [] }, []],
    ["an incident that is over", { state: "over" }, ["Undo"]],
    ["an open incident", {}, ["Edit", "Undo", "Add a note"]],
  ] as const)("have for %s only the controls that the server accepts", (_, shown, names) => {
    show({ ...shown, notes: "notes" in shown ? [...shown.notes] : [NOTE] });
    expect(screen.queryAllByRole("button").map(({ textContent }) => textContent)).toEqual(names);
  });
});

describe("the dialog of a note", () => {
  it("sends the text of a new note, and reads the notes again", async () => {
    const { refresh } = show();
    press("Add a note");
    fireEvent.change(await field(), { target: { value: "on it" } });
    press("Save");
    await waitFor(() => expect(refresh).toHaveBeenCalledTimes(1));
    expect(server.sent).toEqual([{ command: "add-incident-note", of: "shop/web", incident: "q7fd", text: "on it" }]);
    expect(screen.queryByRole("dialog")).toBeNull();
    press("Add a note");
    expect((await field()).value).toBe("");
  });

  it("gives the focus to the text once the viewer may write, so that typing never presses a button", async () => {
    show();
    press("Add a note");
    const text = await field();
    await waitFor(() => expect(document.activeElement).toBe(text));
  });

  it("sends the edit and the undo with the number of the edit that the user saw", async () => {
    const { refresh } = show({ notes: [EDITED] });
    press("Edit the note of ann");
    const text = await field();
    expect(text.value).toBe("switch\n<b>down</b>");
    fireEvent.change(text, { target: { value: "router" } });
    press("Save");
    await waitFor(() => expect(refresh).toHaveBeenCalledTimes(1));
    press("Undo the note of ann");
    expect(await screen.findByText("The text before the last edit returns.")).toBeDefined();
    press("Undo");
    await waitFor(() => expect(refresh).toHaveBeenCalledTimes(2));
    const seen = { of: "shop/web", incident: "q7fd", note: "n-2", edit: 3 };
    expect(server.sent).toEqual([
      { command: "edit-incident-note", ...seen, text: "router" },
      { command: "undo-incident-note", ...seen },
    ]);
  });

  it("shows a refusal at the field, and keeps the text also when it is opened again", async () => {
    server.refusal = "The note contains the HTML tag <br>. Write plain text without tags.";
    const { unmount, refresh } = show();
    press("Add a note");
    fireEvent.change(await field(), { target: { value: "a<br>b" } });
    press("Save");
    expect(await screen.findByText(server.refusal)).toBeDefined();
    const text = await field();
    expect([text.value, text.getAttribute("aria-invalid")]).toEqual(["a<br>b", "true"]);
    expect(document.getElementById(text.getAttribute("aria-describedby") ?? "")?.textContent).toBe(server.refusal);
    expect(refresh).not.toHaveBeenCalled();
    unmount();
    show();
    press("Add a note");
    expect((await field()).value).toBe("a<br>b");
    press("Cancel");
    press("Add a note");
    expect((await field()).value).toBe("");
  });

  it("searches a group that the viewer may update, one of each namespace first", async () => {
    server.allowed = ["shop/api"];
    show();
    press("Add a note");
    fireEvent.change(await field(), { target: { value: "x" } });
    press("Save");
    await waitFor(() => expect(server.sent).toMatchObject([{ of: "shop/api" }]));
    expect(server.asked).toEqual(["shop/web", "pay/ledger", "shop/api"]);
  });

  it("names the missing right if the viewer may update none of the groups, and has no field", async () => {
    server.allowed = [];
    const { container } = show();
    press("Add a note");
    await waitFor(() => expect(container.querySelector("[data-missing]")?.getAttribute("data-missing")).toBe("update workloadgroups"));
    expect(server.asked).toEqual(["shop/web", "pay/ledger", "shop/api"]);
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it("states that an incident without groups has no notes", () => {
    const { container } = show({ groups: [] });
    press("Add a note");
    expect(container.textContent).toContain("Notes need the right to update a group of the incident, and it has none.");
  });
});
