import { render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { groupWorstTrouble } from "@/lib/domain/diagnosis/group-trouble";
import { groupTroubleLine, troubleReasonsStatement } from "@/lib/format/group-trouble-line";
import { aGroupRow, aRollUp, ROWS_NOW } from "@/lib/testing/rows";
import { GroupHeadline } from "./group-headline";
import { groupPageTexts } from "./group-words";

const page = vi.hoisted(() => ({ denied: [] as string[] }));
vi.mock("@/lib/client/status", () => ({
  useFreshness: () => ({ kind: "live", asOf: 0 }),
  useStatus: () => ({
    clusters: [{ cluster: "prod-eu", sources: page.denied.map((namespace) => ({ source: "workloadentries", namespace, freshness: { kind: "denied" } })) }],
  }),
}));
vi.mock("@/lib/client/past", () => ({ usePast: () => null, useKeptAt: () => (href: string) => href }));
vi.mock("@/components/table/cluster-then", () => ({ NotKnownThen: () => null }));
vi.mock("@/lib/client/use-is-wall", () => ({ useIsWall: () => false }));

const CONTEXT = { tense: { past: false }, now: ROWS_NOW, zone: "utc" } as const;

function show(change: Parameters<typeof aGroupRow>[0], told: Partial<Parameters<typeof groupPageTexts>[1]> = {}) {
  const row = aGroupRow({ lost: 0, missing: 0, ...change });
  const words = groupPageTexts(row, { expectedSizeText: null, losses: null, hosts: [], ...told }, CONTEXT);
  const trouble = groupWorstTrouble(row, { machines: null, losses: null, now: ROWS_NOW });
  const worst = trouble === null ? null : { trouble, text: groupTroubleLine(trouble, [], CONTEXT), reasons: troubleReasonsStatement(trouble, []) };
  render(<GroupHeadline row={row} words={words} tense={CONTEXT.tense} worst={worst} incidents={null} />);
  return screen.getByRole("heading", { level: 1 });
}

beforeEach(() => {
  page.denied = [];
});

it("shows the total first, then the worst trouble; the counts show the rest", () => {
  const heading = show({ rollUp: aRollUp({ healthy: 40, unhealthy: 6, unverified: 2 }), since: ROWS_NOW - 240_000, sinceAtLeast: false });
  expect(heading.textContent).toMatch(/checkout machines are serving\. Six failed 4 min ago\.$/);
  expect(heading.dataset.statement).toBe("group-serving");
  expect(heading.querySelector("[data-statement=group-worst-trouble]")?.getAttribute("data-condition")).toBe("failed");
  expect(heading.querySelector("[data-statement=group-trouble]")?.getAttribute("data-unverified")).toBe("2");
  expect(screen.getAllByRole("listitem").length).toBe(8);
});

it("has no second sentence without trouble", () => {
  expect(show({ rollUp: aRollUp({ healthy: 40, reconnecting: 3 }) }).textContent).toMatch(/checkout machines are serving\. $/);
});

it.each([
  ["draining and starting machines", { rollUp: aRollUp({ healthy: 5, draining: 3, awaiting: 1 }) }, {}, "One is starting and three are draining."],
  ["a group that is arriving", { rollUp: { ...aRollUp({ healthy: 1 }), expected: 12, arriving: true } }, {}, "1 of 12 arrived."],
  ["machines that no service selects", { rollUp: aRollUp({ healthy: 4 }) }, { isUnselected: true }, "No service selects its machines."],
  ["a range", { rollUp: { ...aRollUp({ healthy: 20 }), expected: 10, expectedMost: 60, expectedFrom: "range" } }, {}, "The declared size is 10–60."],
] as const)("has a second sentence about %s, and does not repeat it below", (_, change, told, text) => {
  const heading = show(change, told);
  expect(heading.textContent).toContain(text);
  expect(heading.parentElement?.textContent?.split(text)).toHaveLength(2);
});

it("shows a service without an endpoint in the tone of trouble, although no machine is in trouble", () => {
  const service = { hosts: ["a.example"], takes: 3, machines: { taken: 3, serving: 0, inDoubt: 0, aside: 3 }, pods: { ready: 0 }, inline: 0, addresses: 0 };
  const heading = show({ rollUp: aRollUp({ draining: 3 }) }, { hosts: [service] });
  expect(heading.querySelector("[data-statement=affected-service]")?.textContent).toBe("a.example has no endpoint.");
  expect(heading.querySelector("[data-statement=affected-service]")?.className).toContain("text-bad");
});

it("shortens the middle of a long name, so that the verb stays visible", () => {
  const name = "a-very-long-name-that-somebody-generated-from-a-module-x7";
  const heading = show({ name, rollUp: aRollUp({ healthy: 4 }) });
  expect(heading.textContent).toMatch(/a-very-long-name-that-somebo…ted-from-a-module-x7 machines are serving\./);
  expect(heading.querySelector("[title]")?.getAttribute("title")).toContain(`${name} machines are serving.`);
});

it("has no name before the verb for a group without machines", () => {
  expect(show({ rollUp: { ...aRollUp({}), expected: null, fullTotal: 0, total: 0 } }).textContent).toBe("No machine is registered. ");
});

it("shows no zero for machines that the viewer may not list", () => {
  page.denied = ["shop"];
  expect(show({ rollUp: { ...aRollUp({}), expected: null, fullTotal: 0, total: 0 } }).textContent).toBe("The machines of this group are not visible to you. ");
  expect(screen.queryAllByRole("listitem")).toEqual([]);
});
