import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { parseMachinesQuery } from "@/lib/contract/url/list-query";
import { ROWS_NOW } from "@/lib/testing/rows";
import { FacetList } from "./facet-list";

vi.mock("@/lib/client/status", () => ({ useFreshness: () => ({ kind: "live", asOf: ROWS_NOW }), useStatus: () => ({ clusters: [] }) }));

it.each([
  ["nobody is back", 0, "Lost8", true],
  ["some are back", 5, "Lost8, 5 back", true],
  ["all are back", 8, "Lost8, 8 back", false],
])("shows lost machines in red while at least one is not back: %s", (_, back, text, isAlarm) => {
  render(
    <FacetList
      facets={[{ key: "state", values: [{ value: "vanished", count: 8, back }], more: 0 }]}
      query={parseMachinesQuery("")}
      onQuery={() => undefined}
    />,
  );
  const button = screen.getByRole("button", { name: /^Lost/ });
  expect(button.textContent).toBe(text);
  expect(button.querySelector(".cell-gone") !== null).toBe(isAlarm);
});
