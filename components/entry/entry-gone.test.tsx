import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { TimelineAnswer } from "@/lib/contract/answers/history";
import { aLoss } from "@/lib/testing/history-answers";
import { anEntryRow, ROWS_NOW } from "@/lib/testing/rows";
import { aTimeline } from "@/lib/testing/timeline-answers";
import { GoneEntryPage } from "./entry-gone";
import type { EntryDetail } from "./use-last-seen";

const world = vi.hoisted(() => ({ value: null as TimelineAnswer | null, at: null as number | null }));
vi.mock("@/lib/client/object-incidents", () => ({ useObjectIncidents: () => [] }));
vi.mock("next/navigation", () => ({
  usePathname: () => "/c/prod-eu/entries/shop/x",
  useSearchParams: () => new URLSearchParams(),
  useRouter: () => ({ push: () => undefined, replace: () => undefined }),
}));
vi.mock("@/lib/client/history", () => ({ useTimeline: () => ({ value: world.value, problem: null, isPrevious: false }) }));
vi.mock("@/lib/client/past-view", () => ({ usePastView: () => ({ state: null, problem: "no history of that moment" }) }));
vi.mock("@/lib/client/past", () => ({ usePast: () => world.at, useKeptAt: () => (href: string) => href }));
vi.mock("@/lib/client/clock", () => import("@/lib/testing/still-clock"));
vi.mock("@/lib/client/status", () => ({
  useFreshness: () => ({ kind: "live", asOf: ROWS_NOW }),
  useStatus: () => ({ clusters: [{ cluster: "prod-eu" }] }),
}));
vi.mock("./use-istiod-of-machine", () => ({ useMachineIstiodAnswer: () => ({ answer: null, incident: null }) }));
vi.mock("@/lib/client/use-view", () => ({ useView: () => ({ state: null, problem: null }) }));
vi.mock("@/components/table/use-summary-moment", () => ({ useSummaryMoment: () => () => null }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));
// Entries in these tests have no details.
vi.mock("./entry-details", () => ({ LabelsDetail: () => null, LastReportDetail: () => null, ObjectDetail: () => null }));
vi.mock("./entry-machine", () => ({ EntryMachineFacts: () => null }));
vi.mock("@/components/strip/use-available-width", () => ({ useAvailableWidth: () => 1000 }));

beforeEach(() => Object.assign(world, { value: null, at: null }));

const gone = (change: Partial<Parameters<typeof GoneEntryPage>[0]> = {}) =>
  render(
    <GoneEntryPage
      cluster="prod-eu"
      namespace="shop"
      name="x"
      uid=""
      problem={null}
      last={null}
      goneAt={null}
      painted={null}
      incidents={null}
      incidentsOf={{ query: "", initial: null }}
      {...change}
    />,
  );
const lost = aLoss({ row: anEntryRow({ state: "disconnected", message: "HTTP 503" }) });
const ended = { uid: "57fd0001", from: ROWS_NOW - 9e7, fromAtLeast: false, endedAt: lost.endedAt, notBefore: null, cause: "left", planned: false };
const heir = { uid: "9999", from: ROWS_NOW - 6e5, fromAtLeast: false, endedAt: null, notBefore: null, cause: "", planned: false };

describe("the page of an entry that is gone", () => {
  it("shows the cause with its evidence, also in server HTML", () => {
    const { container } = gone({ painted: lost });
    expect(screen.getByRole("heading", { level: 1 }).dataset).toMatchObject({ statement: "entry-gone", state: "disconnected" });
    expect(container.textContent).toMatch(/Disconnected \d\d:\d\d:\d\d, not back in time, deleted \d\d:\d\d:\d\d\./);
    expect(container.textContent).toContain("as istiod reported it");
    expect(container.textContent).toContain("as it was received here");
    expect(container.textContent).toContain("HTTP 503");
  });

  it("shows the earliest and latest possible end if the end was not observed", () => {
    const unseen = aLoss({ cause: "found-missing", notBefore: lost.endedAt - 300_000, disconnectedAt: null });
    world.value = aTimeline({ last: unseen, incarnations: [{ ...ended, notBefore: unseen.notBefore, cause: "found-missing" }] });
    expect(gone().container.textContent).toMatch(/Gone between \d\d:\d\d:\d\d and \d\d:\d\d:\d\d, while Stolos did not observe it\./);
  });

  it("links to the audit only if a user or a program deleted the entry", () => {
    const { unmount } = gone({ painted: aLoss({ cause: "left" }) });
    expect(screen.queryByRole("link", { name: "commands in the audit" })).toBeNull();
    unmount();
    gone({ painted: aLoss({ cause: "removed" }) });
    expect(screen.getByRole("link", { name: "commands in the audit" })).toBeDefined();
  });

  it("links to the entry that has the name now, and lists former ones", () => {
    world.value = aTimeline({ last: lost, incarnations: [heir, ended] });
    const { container } = gone({ uid: "57fd0001" });
    expect(screen.getByRole("link", { name: "another entry" }).getAttribute("href")).toBe("/c/prod-eu/entries/shop/x?uid=9999");
    fireEvent.click(screen.getByRole("button", { name: "Former holders of this name" }));
    expect(screen.getByRole("table", { name: "Entries that have had this name" }).textContent).toContain("disconnected and not back within the grace period");
    expect(container.querySelector('[aria-current="true"]')?.textContent).toContain("57fd0001");
  });

  it.each([
    ["the page has seen it", { last: { row: anEntryRow({ uid: "57fd0001" }), detail: {} as EntryDetail } }],
    ["the address has its uid", { uid: "57fd0001" }],
    ["only its name is known", {}],
  ])("links to no other entry while the history still lists this one: %s", (_, known) => {
    world.value = aTimeline({ last: null, incarnations: [{ ...ended, endedAt: null, cause: "" }] });
    gone({ goneAt: ROWS_NOW, ...known });
    expect(screen.queryByRole("link", { name: "another entry" })).toBeNull();
  });

  it.each([
    ["group-deleted", false],
    ["deleted", true],
    ["removed", false],
    ["drained", true],
    ["planned", true],
  ])("calls an end planned only with evidence: %s", (cause, planned) => {
    const { container } = gone({ painted: aLoss({ cause, planned }) });
    expect(container.textContent?.includes("It was planned.")).toBe(cause === "drained" || cause === "planned");
  });

  it("states for an unknown entry that nothing is known, and how long history was recorded", () => {
    world.value = aTimeline({ incarnations: [], existence: [] });
    const { container } = gone();
    expect(screen.getByRole("heading", { level: 1 }).dataset).toMatchObject({ statement: "entry-absent", past: "false" });
    expect(container.textContent).toContain("The history has no entry of this name. Recorded since");
  });

  it("does not call an entry absent if it was created after the time of the page", () => {
    world.at = ROWS_NOW - 9e8;
    gone();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("There was no such entry at 2026-08-01 18:16:12 UTC.");
  });
});
