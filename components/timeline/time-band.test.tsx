import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import type { StateChartAnswer } from "@/lib/contract/answers/history";
import { aBand, aBandPoint, aRecord } from "@/lib/testing/history-answers";
import { ROWS_NOW } from "@/lib/testing/rows";
import { BandFooter } from "./band-footer";
import { BandTable } from "./band-table";
import { TimeBand } from "./time-band";
import { IncidentsOfChart } from "./time-section";

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
  const { container } = render(<TimeBand answer={answer} past={past} onSelect={({ from, to }) => cut.push([from, to])} />);
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

describe("a band", () => {
  it("says in one sentence what it shows, and reads its newest moment", () => {
    const { slider } = draw(hurt);
    expect(screen.getByRole("img").getAttribute("aria-label")).toBe(
      "Last 6 hours: at most 8 of 40 not serving or unverified, since 03:12:12; 1 while not recorded; 1 change marked.",
    );
    expect(saidBy(slider)).toBe("04:16:12: 32 of 40 served; 6 missing and 2 unhealthy");
  });

  it("is read by the arrows from change to change, gaps included", () => {
    const { slider, press } = draw(hurt);
    press(["ArrowLeft"]);
    expect(saidBy(slider)).toBe("03:12:12: 32 of 40 served; 6 missing and 2 unhealthy");
    press(["ArrowLeft"], ["ArrowLeft"]);
    expect(saidBy(slider)).toBe("01:16:12: not recorded");
    press(["Home"]);
    expect(saidBy(slider)).toBe("11 Aug 22:16:12: 40 of 40 served");
  });

  it("gives the while that shift has marked, on Enter", () => {
    const { cut, press } = draw(hurt);
    press(["ArrowLeft"], ["Enter"]);
    expect(cut).toEqual([]);
    press(["ArrowLeft", true], ["Enter"]);
    expect(cut).toEqual([[ROWS_NOW - 120 * minute, ROWS_NOW - 64 * minute]]);
  });

  it("has one green ground line per recorded while, none on a page of the past, and none before the record", () => {
    const green = (container: HTMLElement) => container.querySelectorAll(".stroke-ground").length;
    expect(green(draw(hurt).container)).toBe(2);
    cleanup();
    expect(green(draw(hurt, true).container)).toBe(0);
    cleanup();
    const none = draw(aBand({ points: [], recorded: aRecord({ since: null }) }));
    expect(green(none.container)).toBe(0);
    expect(none.container.textContent).not.toContain("not serving");
  });

  it("hatches a gap and writes what it is; what was before the record is no gap", async () => {
    expect(draw(hurt).container.querySelectorAll("[data-gap]")).toHaveLength(1);
    expect(await screen.findByText("not recorded")).toBeTruthy();
    cleanup();
    const young = aBand({ recorded: aRecord({ since: ROWS_NOW - minute }), gaps: [{ ...gap, from: ROWS_NOW - 360 * minute, to: ROWS_NOW - minute }] });
    expect(draw(young).container.querySelectorAll("[data-gap]")).toHaveLength(0);
  });

  it("is drawn by the server without a single style attribute", () => {
    expect(renderToStaticMarkup(<TimeBand answer={hurt} past={false} onSelect={() => undefined} />)).not.toMatch(/\sstyle=/);
  });
});

describe("the twins of a band", () => {
  it("tell every step, gap and mark as a table", () => {
    render(<BandTable answer={hurt} caption="What did not serve" />);
    const rows = screen.getAllByRole("row").map((row) => row.textContent);
    expect(rows).toEqual([
      "fromservedofmissingunhealthywhat happened",
      "03:12:12324062",
      "03:12:12checkout −6",
      "01:16:1201:16:12 to 02:16:12 not recorded: the recorder was not running",
      "11 Aug 22:16:12404000",
    ]);
  });

  it("mark the deletion of a group once, without a size that is unknown", () => {
    const [from, at] = [aBandPoint(360).at, aBandPoint(60).at];
    const markers = [
      { at, kind: "losses" as const, label: "pricing −24", detail: "vm-1", count: 24 },
      { at, kind: "group-deleted" as const, label: "group deleted", detail: "", count: 1 },
    ];
    const expected = [
      { at: from, size: 24, from: "learned" as const },
      { at, size: null, from: "unknown" as const },
    ];
    const { container } = render(<BandTable answer={aBand({ markers, expected })} caption="What did not serve" />);
    expect(container.textContent).toContain("pricing −24: vm-1");
    expect(container.textContent).toContain("group deleted");
    expect(container.textContent).not.toMatch(/expected|unknown/);
    cleanup();
    const edited = render(<BandTable answer={aBand({ markers: [], expected })} caption="What did not serve" />);
    expect(edited.container.textContent).toContain("no expected size");
    cleanup();
    expect(render(<BandFooter answer={aBand({ markers, expected })} />).container.textContent).toContain("no expected size");
  });

  it("link to the incidents that begin in the window, the newest first, at most five", () => {
    const mark = (n: number) => ({
      at: aBandPoint(60 + n).at,
      kind: "incident" as const,
      label: `incident key-${n}`,
      detail: "",
      count: 1,
      incident: `key-${n}`,
    });
    const linksOf = (count: number) => {
      const { markers, to } = aBand({ markers: [...Array.from({ length: count }, (_, n) => mark(n)), ...hurt.markers] });
      render(<IncidentsOfChart markers={markers} to={to} />);
      return screen.queryAllByRole("link").map((link) => `${link.textContent} ${link.getAttribute("href")}`);
    };
    expect(linksOf(2)).toEqual(["03:16:12 incident key-0 /incidents/key-0", "03:15:12 incident key-1 /incidents/key-1"]);
    cleanup();
    expect(linksOf(7).slice(5)).toEqual(["2 more /incidents"]);
    cleanup();
    expect(linksOf(0)).toEqual([]);
  });

  it("call a flat line good news only where somebody looked", () => {
    const { container } = render(<BandFooter answer={aBand()} />);
    expect(container.textContent).toContain("good news");
    cleanup();
    const blind = render(<BandFooter answer={aBand({ points: [aBandPoint(360)], availability: null, recorded: aRecord({ since: null }) })} />);
    expect(blind.container.textContent).not.toContain("good news");
    expect(blind.container.textContent).toContain("nothing is recorded yet");
  });
});
