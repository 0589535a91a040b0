import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import type { EndpointRow } from "@/lib/contract/views/service";
import { endpointColumns } from "./endpoint-columns";

const pod = {
  id: "pod/1",
  kind: "pod",
  namespace: "shop",
  name: "pod-1",
  state: null,
  why: "Not sent.",
  locality: "eu",
  isPlaced: true,
  ports: [null],
  portsWhy: [""],
} as const;

function cellsOf(own: Partial<EndpointRow>) {
  const row = { ...pod, ...own } as unknown as EndpointRow;
  const columns = endpointColumns([80]);
  const cell = (key: string) => render(columns.find((one) => one.key === key)?.cell(row)).container;
  return {
    mark: cell("name").querySelector(".cell")?.className ?? "",
    state: cell("state").firstElementChild?.className ?? "",
    zone: cell("zone").textContent,
  };
}

it.each([
  ["no", true, "cell-warn", "text-warn"],
  ["no", false, "cell-bad", "text-bad"],
  ["yes", false, "cell-good", "text-ink-2"],
] as const)("marks an endpoint that answers %s, left out: %s, as %s", (answers, isLeftOut, mark, state) => {
  const cells = cellsOf({ answers, isLeftOut });
  expect([cells.mark.includes(mark), cells.state.includes(state)]).toEqual([true, true]);
});

it("shows no region in the column of zones", () => {
  expect(["eu", "eu/eu-a", "/eu-a", ""].map((locality) => cellsOf({ answers: "yes", isLeftOut: false, locality }).zone)).toEqual(["—", "eu-a", "eu-a", "—"]);
});
