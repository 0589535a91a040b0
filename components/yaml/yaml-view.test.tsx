import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { saveEdit } from "@/lib/client/edit-drafts";
import type { EditDraft } from "@/lib/contract/answers/drafts";
import { EventsView } from "./events-view";
import { YamlView } from "./yaml-view";

const page = vi.hoisted(() => ({ askedAnew: 0, listeners: new Set<() => void>() }));
vi.mock("@/lib/client/live-provider", () => {
  const live = {
    get askedAnew() {
      return page.askedAnew;
    },
    serverNow: () => 1_000,
    painted: 1_000,
    subscribe: (listener: () => void) => {
      page.listeners.add(listener);
      return () => page.listeners.delete(listener);
    },
  };
  return { useLive: () => live, useLiveIfAny: () => live };
});
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));
vi.mock("./edit-form", () => ({ EditForm: ({ draft }: { readonly draft: EditDraft }) => <textarea aria-label="The edit" defaultValue={draft.text} /> }));

const OBJECT = { cluster: "eu", resource: "workloadgroups", namespace: "shop", name: "web" } as const;
const EVENT = { type: "Warning", reason: "Failed", message: "the token was refused", count: 1, lastSeen: 500, source: "istiod" };
const NOT_THERE = "There is no such object in your sight.";
let isDenied = false;
const asked: string[] = [];

beforeEach(() => {
  isDenied = false;
  page.askedAnew = 0;
  asked.length = 0;
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    if (isDenied) return Response.json({ title: "Not there", status: 404, detail: NOT_THERE }, { status: 404 });
    return Response.json(path.includes("/events/") ? { events: [EVENT] } : { yaml: "kind: WorkloadGroup\n", managedFields: "", resourceVersion: "1" });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** The viewer's rights are taken away: the stream ends, and comes back. */
const deny = () =>
  act(async () => {
    isDenied = true;
    page.askedAnew++;
    for (const listener of page.listeners) listener();
  });

it("the YAML of an object that is denied since is withdrawn with what can be done with it, and it is told why", async () => {
  render(<YamlView {...OBJECT} offered={[]} />);
  await userEvent.click(screen.getByRole("button", { name: "Show" }));
  expect(await screen.findByText("WorkloadGroup")).toBeTruthy();
  await deny();
  expect(await screen.findByText(NOT_THERE)).toBeTruthy();
  expect(screen.queryByText("WorkloadGroup")).toBeNull();
  expect(screen.queryByRole("button", { name: "Copy YAML" })).toBeNull();
});

it("so are its Events", async () => {
  render(<EventsView {...OBJECT} />);
  expect(await screen.findByText("the token was refused")).toBeTruthy();
  await deny();
  expect(await screen.findByText(NOT_THERE)).toBeTruthy();
  expect(screen.queryByText("the token was refused")).toBeNull();
});

it.each([
  ["the YAML of an object", <YamlView key="yaml" {...OBJECT} offered={[]} />, "Show", "WorkloadGroup"],
  ["the Events of an object", <EventsView key="events" {...OBJECT} />, null, "the token was refused"],
])("%s is withdrawn within ten seconds where the right to it alone is lost, which ends no stream", async (_what, panel, button, shown) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  render(panel);
  if (button !== null) fireEvent.click(screen.getByRole("button", { name: button }));
  await act(async () => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByText(shown)).toBeTruthy();
  isDenied = true;
  await act(async () => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.queryByText(shown)).toBeNull();
  expect(screen.getByText(new RegExp(NOT_THERE))).toBeTruthy();
  expect(asked).toHaveLength(2);
});

it("what is typed in an edit stays as it is", async () => {
  saveEdit("", OBJECT, { uid: "u1", resourceVersion: "1", base: "kind: WorkloadGroup\n", owner: null, text: "kind: WorkloadGroup\n" });
  render(<YamlView {...OBJECT} offered={["edit-workloadgroup"]} />);
  const edit = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "The edit" });
  await userEvent.type(edit, "spec: mine");
  await deny();
  expect(screen.getByRole("textbox", { name: "The edit" })).toBe(edit);
  expect([edit.value, asked]).toEqual(["kind: WorkloadGroup\nspec: mine", []]);
});
