import { render, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { IncidentDetail, IncidentRow } from "@/lib/contract/views/incidents";
import type { SelectedByHead } from "@/lib/contract/views/selected-by";
import type { IstiodQuestionAnswer } from "@/lib/domain/diagnosis/istiod-question";
import { incidentTitle } from "@/lib/domain/incidents/title";
import { aMember, anIncident } from "@/lib/testing/incident-builders";
import { anEntryRow, ROWS_NOW } from "@/lib/testing/rows";
import { EntryCard, needsEntryCard } from "./entry-card";
import type { EntryWithDetail } from "./use-last-seen";

type Answered = { answer: IstiodQuestionAnswer | null; incident: IncidentDetail | null };
const world = vi.hoisted(() => ({ at: null as number | null, several: false, answered: { answer: null, incident: null } as Answered }));
vi.mock("./use-istiod-of-machine", () => ({ useMachineIstiodAnswer: () => world.answered }));
vi.mock("@/components/table/cluster-then", () => ({
  // Only the cluster of the machine is live.
  useObjectTense: (cluster: string) => (world.at === null && cluster === "prod-eu" ? { past: false } : { past: true, at: "at 04:16:12", moment: world.at }),
}));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));
vi.mock("@/components/table/incident-links", () => ({ IncidentState: () => "Open" }));
vi.mock("@/lib/client/clock", () => import("@/lib/testing/still-clock"));
vi.mock("@/lib/client/known-clusters", () => ({ useSeveralClusters: () => world.several }));
vi.mock("@/lib/client/past", () => ({ usePast: () => world.at, useKeptAt: () => (href: string) => href }));

beforeEach(() => Object.assign(world, { at: null, several: false, answered: { answer: null, incident: null } }));

const REFUSED = 'Get "http://10.20.1.14:8000/healthz": dial tcp 10.20.1.14:8000: connect: connection refused';
const failed = anEntryRow({ state: "unhealthy", serving: "no-unhealthy", message: REFUSED });
const ghost = anEntryRow({ state: "unverified", connection: "ghost", connectionWhy: "no-such-pod" });
const NO_EVIDENCE: IstiodQuestionAnswer = { answer: "no-evidence", checks: [{ kind: "istiod-replicas-ready", speaks: "against", ready: 3, total: 3 }] };

function card(
  row: EntryWithDetail["row"],
  { incidents = [], selection = null }: { incidents?: readonly IncidentRow[]; selection?: SelectedByHead | null } = {},
) {
  const sweep = { kind: "sweep", at: ROWS_NOW + 900_000, latestAt: ROWS_NOW + 1_000_000, assumed: false };
  const detail = {
    health: { status: "True", lastProbeTime: "2026-08-12T03:46:12Z" },
    replica: null,
    next: sweep,
    addressReach: null,
  } as unknown as EntryWithDetail["detail"];
  return render(<EntryCard row={row} detail={detail} incidents={incidents} selection={selection} mayDrain />);
}
const part = (name: string) => screen.getByRole("region", { name });

describe("the card of a machine in trouble", () => {
  it("shows the error, a command that repeats the probe, and the answer about istiod", () => {
    world.answered = { answer: NO_EVIDENCE, incident: null };
    const { container } = card(failed);
    expect(part("Why").textContent).toContain("Port 8000 refuses connections.");
    expect(container.querySelector("[data-verbatim]")?.textContent).toBe(REFUSED);
    expect(part("What to do").textContent).toContain("ssh 10.20.1.14 curl -sS -i http://localhost:8000/healthz");
    expect(part("Is it istiod?").textContent).toContain("No evidence that it is istiod.");
    expect(container.querySelector('[data-statement="istiod-replicas-ready"]')?.getAttribute("data-ready")).toBe("3");
    expect(container.querySelector("[data-diagnosis]")?.getAttribute("data-diagnosis")).toBe("bad");
    expect(screen.queryByRole("timer")).toBeNull();
  });

  it("counts down to the removal of an unverified machine, offers to drain it, and shows its last report", () => {
    const { container } = card(ghost);
    expect(container.querySelector('[data-statement="entry-next"]')?.textContent).toBe(
      "istiod removes this entry at 04:31:12, in 15:00, unless the machine reconnects.",
    );
    expect(screen.getByRole("timer").textContent).toBe("15:00");
    expect(within(part("What to do")).getByRole("link").getAttribute("href")).toBe("#drain");
    expect(part("Why").textContent).toContain("The last report is from 03:46:12: healthy. Stolos cannot confirm it.");
  });

  it("passes the kubectl context only if there are several clusters", () => {
    const { unmount } = card(ghost);
    expect(part("What to do").textContent).toContain("kubectl -n shop get workloadentry/");
    unmount();
    world.several = true;
    card(ghost);
    expect(part("What to do").textContent).toContain("kubectl --context prod-eu -n shop get workloadentry/");
  });

  it("counts other machines of the incident, and lists the traits that they share", () => {
    const incident = anIncident({ members: [1, 2, 3].map((n) => ({ ...aMember(n), message: REFUSED })) });
    const title = incidentTitle(incident);
    const traits = [{ trait: "version", value: "v41", bad: 3, of: 3, others: 0, ofOthers: 40, separates: true }];
    const groups = [{ cluster: "prod-eu", namespace: "shop", name: "checkout", machines: 3, failed: 3, lost: 0, unverified: 0, accepted: 0 }];
    world.answered = { answer: NO_EVIDENCE, incident: { traits, groups } as unknown as IncidentDetail };
    const row = { id: "q7fd", state: "open", title: { ...title, failed: 3 } } as IncidentRow;
    card(failed, { incidents: [row, { ...row, id: "k2mw" }] });
    expect(part("Why").textContent).toContain("2 more checkout machines fail with this error. The 3 machines share version v41.");
    expect(screen.getByRole("link", { name: /Incident q7fd/ }).getAttribute("href")).toBe("/incidents/q7fd");
    expect(screen.getByRole("link", { name: /Incident k2mw/ }).getAttribute("href")).toBe("/incidents/k2mw");
  });

  it("warns of ambient callers only in a mesh with ambient mode", () => {
    const { unmount } = card(failed);
    expect(part("What to do").textContent).not.toContain("Ambient");
    unmount();
    card(failed, { selection: { found: true, entry: null, group: null, sight: { isForSidecars: true } } as unknown as SelectedByHead });
    expect(part("What to do").textContent).toContain("Ambient callers may still send traffic here.");
  });

  it("has no advice or countdown on a page of the past, and uses the past tense", () => {
    world.at = ROWS_NOW;
    world.answered = { answer: NO_EVIDENCE, incident: null };
    card(ghost);
    expect(part("What to do").textContent).toContain("This page shows the past. The live page has the steps.");
    expect(part("Why").textContent).toContain("was gone. The machine had not reconnected.");
    expect(part("Is it istiod?").textContent).toContain("No evidence that it was istiod.");
    expect(screen.queryByRole("timer")).toBeNull();
    expect(screen.queryByRole("link", { name: /drain/ })).toBeNull();
  });
});

it.each([
  [{ state: "unhealthy", since: ROWS_NOW }, true],
  [{ state: "no-endpoint", since: null }, true],
  [{ state: "unverified", since: ROWS_NOW }, true],
  [{ state: "awaiting", since: ROWS_NOW - 60_000 }, false],
  [{ state: "awaiting", since: ROWS_NOW - 180_000 }, true],
  [{ state: "draining", since: ROWS_NOW - 180_000 }, false],
  [{ state: "reconnecting", since: ROWS_NOW - 180_000 }, false],
  [{ state: "healthy", since: ROWS_NOW - 180_000 }, false],
] as const)("needsEntryCard for %o is %s", (row, has) => expect(needsEntryCard(row, ROWS_NOW)).toBe(has));
