import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { IstiodGoneCard } from "./istiod-gone-card";
import type { FleetIncidentsState } from "./use-fleet-incidents";

const AT = Date.UTC(2026, 10, 30, 4, 2, 4);
const page = vi.hoisted(() => ({ past: null as number | null, detail: null as unknown, queries: [] as unknown[] }));
vi.mock("@/lib/client/use-view", () => ({
  useView: (_: string, query: unknown) => {
    page.queries.push(query);
    return { state: page.detail === null ? null : { head: { detail: page.detail } } };
  },
}));
vi.mock("@/lib/client/clock", () => ({ useNow: () => AT + 14 * 60_000 }));
vi.mock("@/lib/client/past", () => ({ usePast: () => page.past }));
vi.mock("@/lib/client/known-clusters", () => ({ useSeveralClusters: () => true }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));
vi.mock("@/lib/client/page-link", () => ({ Link: ({ href, children }: { href: string; children: ReactNode }) => <a href={href}>{children}</a> }));
beforeEach(() => Object.assign(page, { past: null, detail: null, queries: [] }));
afterEach(cleanup);

const GONE = { cluster: "prod-eu", unverified: 1207, since: AT, sinceAtLeast: false };
const row = (id: string, cause: string) => ({ id, title: { cause, cluster: "prod-eu", since: AT } });

function show(rows: readonly unknown[] = [row("q7fd", "trait"), row("k5wn", "istiod-gone")]) {
  const incidents = { active: rows } as unknown as FleetIncidentsState;
  render(<IstiodGoneCard gone={GONE} incidents={incidents} tense={{ past: false }} />);
}

it("explains why, what to do and that it is istiod, with commands for the cluster and the namespace of istiod", () => {
  page.detail = { changes: [], moreChanges: 0, lastChange: null, istiodNamespace: "mesh" };
  show();
  const answers = [...document.querySelectorAll("[data-answer]")].map(({ textContent }) => textContent);
  expect(answers).toEqual(["The last istiod replica ended at 04:02:04.", "Get one istiod replica ready.", "Yes: no istiod replica is left."]);
  expect(screen.getByText("kubectl --context prod-eu -n mesh get pods -l app=istiod -o wide")).toBeTruthy();
  expect(screen.getByRole("link", { name: "k5wn" }).getAttribute("href")).toBe("/incidents/k5wn");
  expect(screen.getByText("No change is known before it.")).toBeTruthy();
  expect(page.queries).toContain("key=k5wn");
});

it("has its advice also without a known incident", () => {
  show([row("q7fd", "trait")]);
  expect(screen.getByText("Changes before it are not known.")).toBeTruthy();
  expect(screen.getByText("kubectl --context prod-eu -n istio-system get pods -l app=istiod -o wide")).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
});

it("is hidden on a page of the past", () => {
  page.past = AT;
  show();
  expect(document.querySelector("[data-diagnosis]")).toBeNull();
});
