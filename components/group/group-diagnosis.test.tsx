import { render, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { groupWorstTrouble } from "@/lib/domain/diagnosis/group-trouble";
import { groupLine } from "@/lib/domain/statements/group";
import { groupLineText } from "@/lib/format/group-sentence";
import { lineParts } from "@/lib/format/headline";
import { aGroupHead, aGroupRow, aRollUp, ROWS_NOW } from "@/lib/testing/rows";
import { GroupDiagnosis } from "./group-diagnosis";

const page = vi.hoisted(() => ({ views: {} as Record<string, unknown>, asked: [] as string[], past: null as number | null, isPastTense: false }));
vi.mock("@/lib/client/use-view", () => ({
  useView: (kind: string, query: string | null) => {
    if (query !== null) page.asked.push(kind);
    return { state: query === null ? null : (page.views[kind] ?? null), problem: null };
  },
}));
vi.mock("@/lib/client/past", () => ({ usePast: () => page.past, useKeptAt: () => (href: string) => href }));
vi.mock("@/components/table/cluster-then", () => ({ useObjectTense: () => ({ past: page.isPastTense, at: "at 04:15:00", moment: null }) }));
vi.mock("@/components/table/use-tense", () => ({ useTense: () => ({ past: page.isPastTense }) }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));
vi.mock("@/lib/client/known-clusters", () => ({ useSeveralClusters: () => false }));
vi.mock("@/lib/client/clock", async () => {
  const { ROWS_NOW: now } = await import("@/lib/testing/rows");
  return { useOfNow: (read: (at: number) => unknown) => read(now), useNow: () => now };
});

const MESSAGE = 'Get "http://10.0.0.1:8000/healthz": dial tcp 10.0.0.1:8000: connect: connection refused';

/** Renders the card for six failed machines of 48, on two running replicas. */
function show(message = MESSAGE) {
  const row = aGroupRow({ rollUp: aRollUp({ healthy: 42, unhealthy: 6 }), lost: 0, missing: 0, state: "unhealthy", message });
  const { detail } = aGroupHead();
  const machine = (name: string) => ({ namespace: "shop", name, address: "10.0.0.1" });
  const reason = { state: "unhealthy", message, connection: "connected", connectionWhy: "", replica: "", machines: 6 } as const;
  const part = {
    condition: "failed",
    ...{ machines: 6, connected: 6, isClockAhead: false, reasons: [reason], moreReasons: 0, first: machine("vm-1") },
    rise: { since: ROWS_NOW - 240_000, atLeast: false, count: 6 },
    traits: [
      { trait: "version", value: "v41", machines: 6 },
      { trait: "replica", value: "istiod-a", machines: 4 },
      { trait: "replica", value: "istiod-b", machines: 2 },
    ],
  } as const;
  if (detail === null) throw new Error("no detail");
  const shown = {
    ...detail,
    zones: [{ value: "a", count: 48, trouble: 6 }],
    versions: [{ value: "v41", count: 6, trouble: 6 }],
    replicas: [
      { value: "istiod-a", count: 12, trouble: 4 },
      { value: "istiod-b", count: 10, trouble: 2 },
    ],
    trouble: [part],
    healthy: machine("vm-9"),
  };
  const trouble = groupWorstTrouble(row, { machines: shown, losses: null, now: ROWS_NOW });
  if (trouble === null) throw new Error("no trouble");
  render(
    <GroupDiagnosis
      row={row}
      detail={shown}
      trouble={trouble}
      losses={null}
      parts={lineParts(groupLine(row, null, ROWS_NOW), groupLineText)}
      incidents={<a href="/incidents/q7fd">q7fd</a>}
    />,
  );
}

const part = (title: string) => within(screen.getByRole("region", { name: title }));
const answerOf = (title: string) => screen.getByRole("region", { name: title }).querySelector("[data-answer]")?.textContent;

function aPlane(kind: "known" | "denied") {
  const counts = Array.from({ length: 12 }, () => 0);
  const rows = ["istiod-a", "istiod-b"].map((name) => ({ name, standing: "runs", namespace: "istio-system", machines: 100, counts }));
  return { head: { total: 2, clusters: [{ replicas: { kind, running: 2, source: "" }, reconnecting: 0, managed: 200 }] }, rows: kind === "known" ? rows : [] };
}

beforeEach(() => {
  page.views = { "control-plane": aPlane("known") };
  page.asked = [];
  page.past = null;
  page.isPastTense = false;
});

describe("the card of a group in trouble", () => {
  it("explains the cause with bars of version and replica, and the probe's message", () => {
    show();
    expect(answerOf("Why")).toBe("Port 8000 refuses connections on six machines.");
    const bars = part("Why").getAllByRole("listitem");
    expect(bars.map(({ dataset }) => [dataset.trait, dataset.value, dataset.bad, dataset.others])).toEqual([
      ["version", "v41", "6", "0"],
      ["replica", "istiod-a", "4", expect.any(String)],
    ]);
    expect(part("Why").getByText(MESSAGE).closest("[data-statement]")?.getAttribute("data-statement")).toBe("group-message");
    expect(part("Why").getByRole("link", { name: "q7fd" })).toBeTruthy();
  });

  it("advises at most three steps, whose commands have no placeholders", () => {
    show();
    expect(answerOf("What to do")).toBe("Check one machine. Then compare v41 with a healthy machine.");
    expect(part("What to do").getAllByRole("button").length).toBe(3);
    expect(part("What to do").getByText("ssh 10.0.0.1 ss -ltnp 'sport = :8000'")).toBeTruthy();
  });

  it("finds no evidence against running replicas, and lists the comparisons", () => {
    show();
    expect(answerOf("Is it istiod?")).toBe("No evidence that it is istiod.");
    expect(
      part("Is it istiod?")
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual([
      "Against istiod as the cause: 6 of 6 are connected to 2 replicas, all ready.",
      "Against istiod as the cause: On these replicas, none of 178 other machines is in trouble.",
      "Against istiod as the cause: 6 of 6 agents reported the failure over their connections.",
      "Against istiod as the cause: 2 of 2 istiod replicas are ready.",
    ]);
  });

  it("cannot answer whether it is istiod without permission to list Pods", () => {
    page.views = { "control-plane": aPlane("denied") };
    show();
    expect(answerOf("Is it istiod?")).toMatch(/^Cannot tell/);
    expect(part("Is it istiod?").getByText("You may not list istiod's Pods.").closest("li")?.dataset.speaks).toBe("unknown");
  });

  it("has no answer about istiod before the replicas have loaded", () => {
    page.views = {};
    show();
    expect(answerOf("Is it istiod?")).toBe("Reading the replicas of istiod …");
  });

  it("has no steps on a page of the past, and uses the past tense", () => {
    page.past = ROWS_NOW - 60_000;
    page.isPastTense = true;
    show();
    expect(answerOf("Why")).toBe("Port 8000 refused connections on six machines.");
    expect(part("What to do").queryByRole("button")).toBeNull();
    expect(answerOf("Is it istiod?")).toBe("No evidence that it was istiod.");
  });

  it("requests only the control plane and the incidents", () => {
    show();
    expect([...new Set(page.asked)].sort()).toEqual(["control-plane", "incidents-of"]);
  });
});
