import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { incidentTitle } from "@/lib/domain/incidents/title";
import { NOW } from "@/lib/testing/entries";
import { anIncident } from "@/lib/testing/incident-builders";
import { incidentColumns } from "./incident-columns";

vi.mock("@/lib/client/status", () => ({ useFreshness: () => ({ kind: "live", asOf: NOW }) }));
vi.mock("@/lib/client/clock", () => ({ useNow: () => NOW, useOfServerNow: () => NOW }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));

it.each([
  [null, "Open", "text-bad"],
  [NOW + 60_000, "Planned", "text-idle"],
])("shows an open incident whose window ends at %s as %s in %s", (plannedUntil, word, tone) => {
  const incident = anIncident({ planned: plannedUntil === null ? null : { reason: "Kernel update", until: plannedUntil } });
  const { key: id, state, stateSince } = incident;
  const numbers = { tier: 2, services: 0, plannedUntil, foundAtStart: false, worst: null, isPartial: false } as const;
  const row = { id, state, stateSince, title: incidentTitle(incident), cluster: "prod-eu", ...numbers };
  const { container } = render(incidentColumns.find((column) => column.key === "state")?.cell(row));
  const shown = container.querySelector("span");
  expect([shown?.textContent, shown?.classList.contains(tone)]).toEqual([word, true]);
});
