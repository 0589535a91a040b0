import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { TimelineAnswer } from "@/lib/contract/answers/history";
import { ROWS_NOW } from "@/lib/testing/rows";
import { aStretch, aTimeline } from "@/lib/testing/timeline-answers";
import { SwimlaneTable } from "./swimlane-table";
import { Swimlanes } from "./swimlanes";

vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));
vi.mock("@/components/strip/use-available-width", () => ({ useAvailableWidth: () => 1000 }));

const minute = 60_000;

/** One hour with a connection that moves to another replica, a failed probe, and a lost replica whose connections are unverified. */
const HOUR = aTimeline({
  connection: [
    aStretch("istiod-7c9f-c", 60, 35),
    aStretch("istiod-7c9f-a", 35, 8, { marks: [ROWS_NOW - 31 * minute] }),
    aStretch("istiod-7c9f-a", 8, null, { state: "unverified" }),
  ],
  health: [
    aStretch("True", 60, 48),
    aStretch("False", 48, 44, { state: "unhealthy", detail: "HTTP 503" }),
    aStretch("True", 44, null, { marks: [ROWS_NOW - 31 * minute] }),
  ],
  markers: [{ at: ROWS_NOW - 8 * minute, kind: "istiod", label: "istiod rolled", detail: "istiod-7c9f-a", count: 1 }],
});

const lanes = (answer: TimelineAnswer, onSelect = () => undefined) =>
  render(<Swimlanes answer={answer} incidents={[]} title="Last hour" onSelect={onSelect} />);
const stretches = (container: HTMLElement) =>
  [...container.querySelectorAll("[data-stretch]")].map((one) => `${one.getAttribute("data-stretch")} ${one.getAttribute("data-state-word")}`);

describe("the swimlanes of a machine", () => {
  it("name the replica of each session, mark renewals, and hatch unverified time", () => {
    const { container } = lanes(HOUR);
    expect(stretches(container)).toEqual([
      "57fd0001 healthy",
      "istiod-7c9f-c healthy",
      "istiod-7c9f-a healthy",
      "istiod-7c9f-a unverified",
      "True healthy",
      "False unhealthy",
      "True healthy",
      "healthy healthy",
    ]);
    expect(screen.getByText("istiod-7c9f-a · renewed 03:45:12")).toBeTruthy();
    expect(container.querySelectorAll("[data-mark]")).toHaveLength(1);
    const doubted = container.querySelector('[data-stretch="istiod-7c9f-a"][data-state-word="unverified"] rect');
    expect(doubted?.getAttribute("fill")).toMatch(/^url\(#/);
    expect(doubted?.getAttribute("class")).toBeNull();
  });

  it("mark the loss of a replica once", () => {
    const { container } = lanes(HOUR);
    expect([...container.querySelectorAll("[data-mark-line]")].map((line) => line.querySelector("text")?.textContent)).toEqual(["04:08:12 istiod-7c9f-a gone"]);
  });

  it("mark the start of a lasting failure, and end the reason in its segment with the last words", () => {
    const failed = { state: "unhealthy", detail: "connection refused" } as const;
    const health = [aStretch("True", 60, 4), aStretch("False", 4, null, failed)];
    const state = [aStretch("healthy", 60, 4), aStretch("unhealthy", 4, null, failed)];
    const { container } = lanes(aTimeline({ health, state, markers: [] }));
    expect(container.querySelector('[data-mark-line="failure"] text')?.textContent).toBe("04:12:12 failed");
    expect(container.querySelector('[data-stretch="False"] text')?.textContent).toBe("refused");
  });

  it("show the machine's incident as a circle that links to it", () => {
    const mark = { at: ROWS_NOW - 30 * minute, kind: "incident" as const, label: "incident q7fd", detail: "", count: 1, incident: "q7fd" };
    const { container } = lanes({ ...HOUR, markers: [...HOUR.markers, mark] });
    expect(screen.getByRole("link", { name: "1, Incident q7fd" }).getAttribute("href")).toBe("/incidents/q7fd");
    expect(container.querySelector("[data-mark-line]")?.textContent).not.toContain("q7fd");
  });

  it("hatch a gap without observation in every lane", () => {
    const gap = { from: ROWS_NOW - 20 * minute, to: ROWS_NOW - 15 * minute, reason: "the recorder was not running", blindTo: [] };
    const { container } = lanes(aTimeline({ gaps: [gap] }));
    expect(container.querySelectorAll('[data-gap="the recorder was not running"]')).toHaveLength(5);
  });

  it("move the slider from change to change with the arrow keys", async () => {
    lanes(HOUR);
    const slider = screen.getByRole("slider");
    expect(slider.getAttribute("aria-valuetext")).toMatch(/^04:16:12: .*unverified/);
    slider.focus();
    await userEvent.keyboard("{Home}{ArrowRight}");
    expect(slider.getAttribute("aria-valuetext")).toBe(
      "03:28:12: exists as uid 57fd0001 since 3 Aug 04:16:12; connected to istiod-7c9f-c since 03:16:12; HTTP 503 since 03:28:12; Healthy since 03:16:12",
    );
  });

  it("have a table with the same values", () => {
    render(<SwimlaneTable answer={HOUR} caption="What happened" />);
    const rows = screen.getAllByRole("row").map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent).join("|"));
    expect(rows[0]).toBe("lane|from|to|for|what|detail");
    expect(rows).toContain("health|03:28:12|03:32:12|4 min|HTTP 503|HTTP 503");
    expect(rows).toContain("connection|03:41:12|04:08:12|27 min|istiod-7c9f-a · renewed 03:45:12|");
  });
});
