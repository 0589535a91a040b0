import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { anEntryRow } from "@/lib/testing/rows";
import { DrainMachineAction } from "./drain-machine";
import type { EntryDetail } from "./use-last-seen";

vi.mock("@/lib/client/signed-out", () => ({ heardStatus: () => undefined }));

const DRAINED = { key: "istio.io/draining", value: "true", from: "metadata", overridden: null } as const;
const OF_SPEC = { ...DRAINED, from: "spec" } as const;
const sent: { readonly command: string; readonly resourceVersion: string }[] = [];
let answers: (() => void)[] = [];

/** The API server accepts every command, but answers only when the test says so. */
beforeEach(() => {
  sent.length = 0;
  answers = [];
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body = "null" }: { method?: string; body?: string }) => {
    if (method === "GET") return Response.json({ may: true, missing: "" });
    sent.push({ command: /\/commands\/([a-z-]+)\//.exec(path)?.[1] ?? "", resourceVersion: JSON.parse(body).resourceVersion });
    await new Promise<void>((resolve) => answers.push(resolve));
    return Response.json({ dryRun: false, resourceVersion: "8" });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const drawn = (labels: EntryDetail["labels"], resourceVersion: string) => (
  <DrainMachineAction
    row={anEntryRow()}
    detail={{ ...({} as EntryDetail), labels, resourceVersion, managedBy: "" }}
    offered={["drain-workloadentry", "undrain-workloadentry"]}
  />
);
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const answer = () => act(async () => answers.shift()?.());

describe.each([
  { word: "Drain", other: "Undrain", command: "drain-workloadentry", before: [], after: [DRAINED] },
  { word: "Undrain", other: "Drain", command: "undrain-workloadentry", before: [DRAINED], after: [] },
])("$word keeps its form if the watch reports the change before the answer arrives", ({ word, other, command, before, after }) => {
  it("keeps the opened form, so that a second click never undoes the first one", async () => {
    const { rerender } = render(drawn(before, "7"));
    await press(word);
    await press(`${word} it`);
    rerender(drawn(after, "8"));
    expect(screen.getByRole("button", { name: other }), "the control beside it follows the cluster").toBeTruthy();
    expect(screen.getByRole("dialog", { name: `${word} the machine` })).toBeTruthy();
    expect(screen.queryByRole("button", { name: `${other} it` })).toBeNull();
    await press(`${word} it`);
    await answer();
    expect(await screen.findByText("Accepted; the page follows the cluster.")).toBeTruthy();
    expect(sent).toEqual([{ command, resourceVersion: "7" }]);
  });

  it("shows the opposite form after it was closed", async () => {
    const { rerender } = render(drawn(before, "7"));
    await press(word);
    await press(`${word} it`);
    rerender(drawn(after, "8"));
    await answer();
    await press("Close");
    await press(other);
    expect(await screen.findByRole("dialog", { name: `${other} the machine` })).toBeTruthy();
    expect(await screen.findByRole("button", { name: `${other} it` })).toBeTruthy();
  });
});

it("states that it cannot remove a label from the spec, and keeps a drain form that was open before the label appeared", async () => {
  const { rerender } = render(drawn([], "7"));
  await press("Drain");
  await screen.findByRole("button", { name: "Drain it" });
  rerender(drawn([OF_SPEC], "8"));
  expect(screen.getByRole("button", { name: "Drain it" })).toBeTruthy();
  await press("Cancel");
  await press("Undrain");
  expect(await screen.findByText(/stands in spec\.labels/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Undrain it" })).toBeNull();
});
