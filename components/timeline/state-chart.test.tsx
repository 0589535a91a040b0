import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import type { StateChartAnswer } from "@/lib/contract/answers/history";
import { type IncidentTitle, incidentTitle } from "@/lib/domain/incidents/title";
import { aBand, aBandPoint, aRecord } from "@/lib/testing/history-answers";
import { anIncident } from "@/lib/testing/incident-builders";
import { ROWS_NOW } from "@/lib/testing/rows";
import { StateChart } from "./state-chart";
import { StateChartCaption } from "./state-chart-caption";
import { StateChartTable } from "./state-chart-table";

/** The title of an incident with two failed machines, with the given changes. */
function anIncidentTitle(change: Partial<IncidentTitle> = {}): IncidentTitle {
  return { ...incidentTitle(anIncident({ members: [] })), failed: 2, machines: 2, endedAt: null, ...change };
}

vi.mock("@/components/table/use-tense", () => ({ useTense: () => ({ past: false }) }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));

const minute = 60_000;
const gap = { from: ROWS_NOW - 180 * minute, to: ROWS_NOW - 120 * minute, reason: "the recorder was not running", blindTo: [] };
const hurt = aBand({
  points: [aBandPoint(360), aBandPoint(64, { unhealthy: 2 }, 6)],
  gaps: [gap],
  markers: [{ at: ROWS_NOW - 64 * minute, kind: "losses", label: "checkout −6", detail: "", count: 6 }],
});

function draw(answer: StateChartAnswer, past = false) {
  const cut: (readonly [number, number])[] = [];
  const { container } = render(<StateChart answer={answer} past={past} onSelect={({ from, to }) => cut.push([from, to])} />);
  const slider = screen.getByRole("slider");
  return {
    container,
    cut,
    press: (...keys: [string, boolean?][]) => {
      for (const [key, shiftKey = false] of keys) fireEvent.keyDown(slider, { key, shiftKey });
    },
    slider,
  };
}
const saidBy = (slider: HTMLElement) => slider.getAttribute("aria-valuetext");

describe("the state chart", () => {
  it("has a label with the worst point, and a slider with the newest values", () => {
    const { slider } = draw(hurt);
    expect(screen.getByRole("img").getAttribute("aria-label")).toBe("Last 6 hours: at most 8 of 40 not serving, since 03:12:12; 1 gap in the history; 1 mark.");
    expect(saidBy(slider)).toBe("04:16:12: 32 of 40 served; 2 unhealthy and 6 lost");
  });

  it("moves the slider from change to change with the arrow keys, and stops at gaps", () => {
    const { slider, press } = draw(hurt);
    press(["ArrowLeft"]);
    expect(saidBy(slider)).toBe("03:12:12: 32 of 40 served; 2 unhealthy and 6 lost");
    press(["ArrowLeft"], ["ArrowLeft"]);
    expect(saidBy(slider)).toBe("01:16:12: no history");
    press(["Home"]);
    expect(saidBy(slider)).toBe("11 Aug 22:16:12: 40 of 40 served");
  });

  it("selects the range that Shift and the arrow keys marked, on Enter", () => {
    const { cut, press } = draw(hurt);
    press(["ArrowLeft"], ["Enter"]);
    expect(cut).toEqual([]);
    press(["ArrowLeft", true], ["Enter"]);
    expect(cut).toEqual([[ROWS_NOW - 120 * minute, ROWS_NOW - 64 * minute]]);
  });

  it("has a green baseline in recorded time only, and none on a past page", () => {
    const green = (container: HTMLElement) => container.querySelectorAll(".stroke-ground").length;
    expect(green(draw(hurt).container)).toBe(2);
    cleanup();
    expect(green(draw(hurt, true).container)).toBe(0);
    cleanup();
    const none = draw(aBand({ points: [], recorded: aRecord({ since: null }) }));
    expect(green(none.container)).toBe(0);
    expect(none.container.querySelector("[data-scale]")).toBeNull();
  });

  it("hatches a gap, but not the time before the history began", () => {
    expect(draw(hurt).container.querySelectorAll("[data-gap]")).toHaveLength(1);
    expect(screen.getByText("no history")).toBeTruthy();
    cleanup();
    const young = aBand({ recorded: aRecord({ since: ROWS_NOW - minute }), gaps: [{ ...gap, from: ROWS_NOW - 360 * minute, to: ROWS_NOW - minute }] });
    expect(draw(young).container.querySelectorAll("[data-gap]")).toHaveLength(0);
  });

  it("renders on the server without style attributes", () => {
    expect(renderToStaticMarkup(<StateChart answer={hurt} past={false} onSelect={() => undefined} />)).not.toMatch(/\sstyle=/);
  });
});

describe("the table of a state chart", () => {
  it("lists every point, gap and marker", () => {
    render(<StateChartTable answer={hurt} caption="Not serving" />);
    const rows = screen.getAllByRole("row").map((row) => row.textContent);
    expect(rows).toEqual([
      "fromservedofunhealthylostwhat happened",
      "03:12:12324026",
      "03:12:12checkout −6",
      "01:16:1201:16:12 to 02:16:12 not recorded: the recorder was not running",
      "11 Aug 22:16:12404000",
    ]);
  });

  it("lists the deletion of a group once, without an unknown size", () => {
    const [from, at] = [aBandPoint(360).at, aBandPoint(60).at];
    const markers = [
      { at, kind: "losses" as const, label: "pricing −24", detail: "vm-1", count: 24 },
      { at, kind: "group-deleted" as const, label: "group deleted", detail: "", count: 1 },
    ];
    const expected = [
      { at: from, size: 24, from: "learned" as const },
      { at, size: null, from: "unknown" as const },
    ];
    const { container } = render(<StateChartTable answer={aBand({ markers, expected })} caption="Not serving" />);
    expect(container.textContent).toContain("pricing −24: vm-1");
    expect(container.textContent).toContain("group deleted");
    expect(container.textContent).not.toMatch(/expected|unknown/);
    cleanup();
    const edited = render(<StateChartTable answer={aBand({ markers: [], expected })} caption="Not serving" />);
    expect(edited.container.textContent).toContain("no expected size");
    cleanup();
    const footer = render(<StateChartCaption answer={aBand({ markers, expected })} />);
    expect(footer.container.querySelector("[title]")?.getAttribute("title")).toContain("no expected size");
  });
});

describe("the caption of a state chart", () => {
  it("shows the newest number and the figures of the window, and exact limits in the tooltip", () => {
    const { container } = render(<StateChartCaption answer={{ ...hurt, churn: { appeared: 3, ended: 6, lost: 6 } }} />);
    expect(container.textContent).toBe("Not serving now: 8.6 h: 100 % available · 3 joined, 6 lost");
    expect(container.querySelector("[title]")?.getAttribute("title")).toContain("40 expected, learned · recorded since");
    expect(container.querySelector("[data-statement]")?.getAttribute("data-number")).toBe("8");
  });

  it("counts machines of long-running incidents separately", () => {
    const incident = {
      id: "d8pa",
      title: anIncidentTitle({ state: "long-running", failed: 2, groups: ["legacy/oracle-rac"], since: ROWS_NOW - 9 * 1_440 * minute }),
    };
    const { container } = render(<StateChartCaption answer={hurt} incidents={[incident]} />);
    expect(container.textContent).toContain("Not serving now: 8. Thin line: legacy/oracle-rac, 2 machines for 9 d. Above it: 6.");
  });

  it("shows no number if nothing was observed", () => {
    const blind = render(
      <StateChartCaption answer={aBand({ points: [aBandPoint(360)], availability: null, recorded: aRecord({ since: null, status: "off" }) })} />,
    );
    expect(blind.container.textContent).toBe("History is off.6 h: no history");
  });
});

describe("the marker row of a state chart", () => {
  const began = (minutes: number, id: string, change: Parameters<typeof anIncidentTitle>[0] = {}) => ({
    id,
    title: anIncidentTitle({ since: ROWS_NOW - minutes * minute, failed: 2, groups: ["shop/checkout"], ...change }),
  });
  const circles = (container: HTMLElement) =>
    [...container.querySelectorAll("[data-incident]")].map((link) => [
      link.querySelector("text")?.textContent,
      link.getAttribute("data-incident"),
      link.querySelector("[data-look]")?.getAttribute("data-look"),
      link.getAttribute("href"),
    ]);
  const lane = (incidents: Parameters<typeof StateChart>[0]["incidents"], answer = hurt) =>
    render(<StateChart answer={answer} past={false} incidents={incidents ?? null} onSelect={() => undefined} />).container;

  it("has a numbered link for each incident of the window, and the label of a rollout", () => {
    const rollout = { at: ROWS_NOW - 100 * minute, kind: "istiod" as const, label: "istiod rolled", detail: "istiod-a", count: 2 };
    const incidents = [
      began(64, "q7fd"),
      began(200, "v4nc", { state: "over", endedAt: ROWS_NOW - 150 * minute }),
      began(9_000, "d8pa", { state: "long-running" }),
    ];
    expect(circles(lane(incidents, { ...hurt, markers: [...hurt.markers, rollout] }))).toEqual([
      ["1", "v4nc", "over", "/incidents/v4nc"],
      ["2", "q7fd", "open", "/incidents/q7fd"],
    ]);
    expect(screen.getByRole("link", { name: /^2, .*2 failed/ })).toBeTruthy();
    expect(screen.getByText("istiod rolled", { selector: "text" })).toBeTruthy();
  });

  it("has a circle instead of the name for a rollout that has a number, in the order of the incidents", () => {
    const rollout = { at: ROWS_NOW - 100 * minute, kind: "istiod" as const, label: "istiod rolled", detail: "istiod-a", count: 2, rollout: "prod-eu@1" };
    const answer = { ...hurt, markers: [...hurt.markers, rollout] };
    const incidents = [began(64, "q7fd"), began(200, "v4nc", { state: "over", endedAt: ROWS_NOW - 150 * minute })];
    const { container } = render(<StateChart answer={answer} past={false} incidents={incidents} rollouts={[rollout]} onSelect={() => undefined} />);
    expect(circles(container).map(([number, key]) => `${number} ${key}`)).toEqual(["1 v4nc", "3 q7fd"]);
    const circle = container.querySelector("[data-rollout]");
    expect([circle?.getAttribute("href"), circle?.querySelector("text")?.textContent, circle?.querySelector("[data-look]")?.getAttribute("data-look")]).toEqual(
      ["/control-plane?rollout=prod-eu%401", "2", "over"],
    );
    expect(screen.queryByText("istiod rolled", { selector: "text" })).toBeNull();
  });

  it("shows losses of an incident as its circle, and other losses as a mark", () => {
    expect(lane([began(64, "q7fd")]).querySelector('[data-marks="losses"]')).toBeNull();
    cleanup();
    expect(lane([began(300, "v4nc", { state: "over", endedAt: ROWS_NOW - 200 * minute })]).querySelector('[data-marks="losses"]')).not.toBeNull();
  });

  it("has no circle until the incidents are loaded", () => {
    expect(circles(lane(null))).toEqual([]);
  });

  it("draws long-running incidents as one thin line", () => {
    const old = began(9_000, "d8pa", { state: "long-running", failed: 2 });
    expect(lane([old]).querySelectorAll("[data-old]")).toHaveLength(2);
    cleanup();
    expect(lane([]).querySelector("[data-old]")).toBeNull();
  });

  it("has the same fill for a layer and its legend", () => {
    const { container } = render(
      <>
        <StateChart answer={aBand({ points: [aBandPoint(60, { unhealthy: 1, unverified: 1 }, 2)] })} past={false} onSelect={() => undefined} />
        <StateChartCaption answer={aBand({ points: [aBandPoint(60, { unhealthy: 1, unverified: 1 }, 2)] })} hasLegend />
      </>,
    );
    for (const layer of ["unhealthy", "lost", "unverified"]) {
      const [fill, cell] = [`path[data-layer="${layer}"]`, `svg[data-layer="${layer}"] rect`].map((one) => container.querySelector(one)?.getAttribute("class"));
      expect(fill, layer).toBeTruthy();
      expect(cell, layer).toBe(fill);
    }
  });
});
