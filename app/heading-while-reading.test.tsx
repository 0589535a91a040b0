import { render, screen } from "@testing-library/react";
import type { ComponentProps, ReactElement } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ArriveView } from "@/components/arrival/arrive-view";
import { BundleView } from "@/components/bundle/bundle-view";
import { EntryView } from "@/components/entry/entry-view";
import { FleetView } from "@/components/fleet/fleet-view";
import { GroupView } from "@/components/group/group-view";
import { HostView } from "@/components/host/host-view";
import { OnCallView } from "@/components/oncall/on-call-view";

const world = vi.hoisted(() => ({ past: null as number | null, problem: null as string | null }));
vi.mock("next/navigation", () => ({
  usePathname: () => "/",
  useSearchParams: () => new URLSearchParams(),
  useRouter: () => ({ push: () => undefined, replace: () => undefined }),
}));
vi.mock("@/lib/client/use-view", () => ({ useView: () => ({ state: null, problem: world.problem }) }));
vi.mock("@/lib/client/use-selected-by", () => ({ useSelectedBy: () => ({ head: null }) }));
vi.mock("@/lib/client/past", () => ({ usePast: () => world.past, useKeptAt: () => (href: string) => href }));
vi.mock("@/lib/client/status", () => ({
  useFreshness: () => ({ kind: "live", asOf: 0 }),
  useStatus: () => ({ clusters: [{ cluster: "eu", freshness: { kind: "live", asOf: 0 } }], problems: [] }),
  isLostAt: () => false,
}));
vi.mock("@/lib/client/clock", () => import("@/lib/testing/still-clock"));
vi.mock("@/components/arrival/use-arrival", () => ({ useArrival: () => ({ arrival: null, problem: world.problem }) }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));

const nobody = new Promise<Response>(() => undefined);

beforeEach(() => {
  Object.assign(world, { past: null, problem: null });
  vi.stubGlobal("fetch", () => nobody);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const place = { cluster: "eu", namespace: "shop", name: "web" };
const parts = <T,>(given: Partial<T>): T => given as T;

/** Pages that are about nothing until what they are about has been read, and what they are called. */
const PAGES: Readonly<Record<string, ReactElement>> = {
  "Group web": <GroupView {...parts<ComponentProps<typeof GroupView>>({ ...place, query: "", initial: null })} />,
  "Entry web": <EntryView {...parts<ComponentProps<typeof EntryView>>({ ...place, query: "", initial: null, selected: { query: "", initial: null } })} />,
  "Service web": <HostView {...parts<ComponentProps<typeof HostView>>({ object: { ...place, kind: "Service" }, initial: null, initialQuery: "" })} />,
  Fleet: (
    <FleetView initial={null} initialReached={null} initialStrip={null} initialServices={null} initialIncidents={null} initialMachines={null} initialQuery="" />
  ),
  "On call": <OnCallView initial={null} initialReached={null} initialServices={null} initialIncidents={null} initialQuery="" />,
  "Bundle of web": <BundleView {...place} steps={null} />,
  "Arrival in web": <ArriveView {...place} steps={null} />,
};
const headings = () => screen.getAllByRole("heading", { level: 1 }).map(({ textContent }) => textContent);

it.each(Object.entries(PAGES))("the page %s has that heading, and no other, while it is being read", (title, page) => {
  render(page);
  expect(headings()).toEqual([title]);
  expect(screen.getByText(/^(Reading|Looking) /).closest("[role=status]")).not.toBeNull();
});

it("an arrival that is not known, or would be one of the past, has a heading too", () => {
  world.problem = "The server does not answer.";
  const { rerender } = render(<ArriveView {...place} steps={null} />);
  expect(headings()).toEqual(["Arrival in web"]);
  world.past = 1;
  rerender(<ArriveView {...place} steps={null} />);
  expect(headings()).toEqual(["Arrival in web"]);
});

it("a bundle that cannot be made has a heading too", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ title: "Not allowed", status: 403, detail: "You may not read the group." }, { status: 403 }));
  render(<BundleView {...place} steps={null} />);
  expect(await screen.findByText("You may not read the group.")).toBeTruthy();
  expect(headings()).toEqual(["Bundle of web"]);
});
