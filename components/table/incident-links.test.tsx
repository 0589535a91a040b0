import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { IncidentRow } from "@/lib/contract/views/incidents";
import type { LocalityRow } from "@/lib/contract/views/localities";
import type { Incident } from "@/lib/domain/incidents/incident";
import { incidentTitle } from "@/lib/domain/incidents/title";
import { NOW } from "@/lib/testing/entries";
import { anIncident } from "@/lib/testing/incident-builders";
import { IncidentLinks, ZoneIncidentLinks, ZoneIncidents } from "./incident-links";

const view = vi.hoisted(() => ({ total: 0, rows: [] as readonly IncidentRow[] }));
vi.mock("@/lib/client/use-view", () => ({ useView: () => ({ state: { head: { total: view.total }, rows: view.rows }, problem: null }) }));
vi.mock("@/lib/client/clock", () => ({ useOfNow: (of: (now: number) => unknown) => of(NOW) }));
vi.mock("./use-zone", () => ({ useZone: () => "utc" }));
afterEach(() => cleanup());

function rowOf(change: Partial<Incident>): IncidentRow {
  const incident = anIncident(change);
  const { key: id, state, stateSince } = incident;
  return {
    id,
    state,
    stateSince,
    title: incidentTitle(incident),
    tier: 2,
    services: 0,
    plannedUntil: null,
    foundAtStart: false,
    worst: null,
    isPartial: false,
  };
}

const links = () => screen.queryAllByRole("link").map((link) => `${link.textContent} ${link.getAttribute("href")}`);

it("links to each incident, and to the list if there are more", () => {
  Object.assign(view, { total: 7, rows: [rowOf({ key: "q7fd" }), rowOf({ key: "h9tb" })] });
  const { container } = render(<IncidentLinks query="" initial={null} />);
  expect(links()).toEqual(["Incident q7fd /incidents/q7fd", "Incident h9tb /incidents/h9tb", "5 more /incidents"]);
  expect(container.textContent).toContain("Zone eu-1: 2 failed");
});

it("shows since when the state of an incident is not known", () => {
  Object.assign(view, { total: 1, rows: [rowOf({ unknownSince: NOW })] });
  expect(render(<IncidentLinks query="" initial={null} />).container.textContent).toContain("Open, not known since");
});

it("shows nothing without an incident", () => {
  Object.assign(view, { total: 0, rows: [] });
  expect(render(<IncidentLinks query="" initial={null} />).container.innerHTML).toBe("");
});

it.each([
  ["a zone that the cause names", { level: "zone", zone: "eu-1" }, [], ["incident q7fd /incidents/q7fd"]],
  ["the same zone on a page of another cluster", { level: "zone", zone: "eu-1" }, ["ap-1"], []],
  ["another zone", { level: "zone", zone: "eu-2" }, [], []],
  ["a subzone", { level: "subzone", zone: "eu-1" }, [], []],
] as const)("links %s to its incidents", (_, place, clusters, expected) => {
  Object.assign(view, { total: 1, rows: [rowOf({ key: "q7fd" })] });
  render(
    <ZoneIncidents>
      <ZoneIncidentLinks row={place as LocalityRow} clusters={clusters} />
    </ZoneIncidents>,
  );
  expect(links()).toEqual(expected);
});
