import { cleanup, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { GoneEntryPage } from "@/components/entry/entry-gone";
import { GoneGroupPage } from "@/components/group/group-gone";
import { LostMachineRow } from "@/components/group/lost-row";
import { HostAbsent } from "@/components/host/host-absent";
import { OutsideLinksProvider } from "@/lib/client/outside-links";
import { aLoss } from "@/lib/testing/history-answers";
import { anEntryRow, ROWS_NOW } from "@/lib/testing/rows";

const world = vi.hoisted(() => ({ deletions: [] as { readonly at: number; readonly notBefore: null }[] }));
vi.mock("next/navigation", () => ({
  usePathname: () => "/oncall",
  useSearchParams: () => new URLSearchParams(),
  useRouter: () => ({ push: () => undefined, replace: () => undefined }),
}));
vi.mock("@/lib/client/history", () => {
  const none = { value: null, problem: null, isPrevious: false };
  const useActivity = () => ({ ...none, value: { rows: world.deletions } });
  return { useTimeline: () => none, useStateChart: () => none, useLosses: () => none, useActivity };
});
vi.mock("@/lib/client/past-view", () => ({ usePastView: () => ({ state: null, problem: null }) }));
vi.mock("@/lib/client/past", () => ({ usePast: () => null, useKeptAt: () => (href: string) => href }));
vi.mock("@/lib/client/use-view", () => ({ useView: () => ({ state: null, problem: null }) }));
vi.mock("@/lib/client/clock", () => import("@/lib/testing/still-clock"));
vi.mock("@/lib/client/status", () => ({
  useFreshness: () => ({ kind: "live", asOf: ROWS_NOW }),
  useStatus: () => ({ clusters: [{ cluster: "prod-eu" }] }),
}));
vi.mock("@/components/table/use-summary-moment", () => ({ useSummaryMoment: () => () => null }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));
vi.mock("@/components/strip/use-available-width", () => ({ useAvailableWidth: () => 1000 }));

const LINKS = [
  { name: "Logs", template: "https://logs.example/{namespace}/{entry}?at={at}" },
  { name: "Bastion", template: "ssh://bastion.example/{address}" },
  { name: "Metrics", template: "https://graphs.example/{namespace}/{group}?at={at}" },
  { name: "Kiali", template: "https://kiali.example/{namespace}/{service}" },
];
const NOW = ROWS_NOW - (ROWS_NOW % 60_000);
const WENT = ROWS_NOW - 3_600_000;
const row = anEntryRow({ cluster: "prod-eu", namespace: "shop", name: "vm-1", group: "web", address: "10.20.1.9" });
const loss = aLoss({ row, endedAt: WENT });
const gone = { cluster: "prod-eu", namespace: "shop", problem: null };
const entryGone = { ...gone, name: "vm-1", uid: "", last: null, goneAt: null, incidents: null, incidentsOf: { query: "", initial: null } };

const shownIn = (element: ReactElement) => {
  render(<OutsideLinksProvider links={LINKS}>{element}</OutsideLinksProvider>);
  return screen
    .queryAllByRole("link", { name: /\(another site\)$/ })
    .map((link) => `${link.textContent?.replace(" (another site)", "")}: ${link.getAttribute("href")}`);
};

beforeEach(() => Object.assign(world, { deletions: [] }));

describe("links to elsewhere", () => {
  it("of a machine that is gone are about the moment at which it went", () => {
    const ofMachine = [
      `Logs, machine vm-1: https://logs.example/shop/vm-1?at=${WENT}`,
      "Bastion, machine vm-1: ssh://bastion.example/10.20.1.9",
      `Metrics, machine vm-1: https://graphs.example/shop/web?at=${WENT}`,
    ];
    expect(shownIn(<GoneEntryPage {...entryGone} painted={loss} />)).toEqual(ofMachine);
    cleanup();
    expect(shownIn(<LostMachineRow loss={loss} />), "in the list of the lost").toEqual(ofMachine);
  });

  it("of a machine of which nothing is known are those that need its name alone", () => {
    expect(shownIn(<GoneEntryPage {...entryGone} painted={null} />)).toEqual([`Logs, machine vm-1: https://logs.example/shop/vm-1?at=${NOW}`]);
  });

  it("of a group that is gone are about its deletion, where that is recorded", () => {
    const group = <GoneGroupPage {...gone} name="web" />;
    expect(shownIn(group)).toEqual([`Metrics, group web: https://graphs.example/shop/web?at=${NOW}`]);
    cleanup();
    world.deletions = [{ at: WENT, notBefore: null }];
    expect(shownIn(group)).toEqual([`Metrics, group web: https://graphs.example/shop/web?at=${WENT}`]);
  });

  it("of a host that cannot be shown need its name", () => {
    const host = <HostAbsent cluster="prod-eu" kind="Service" namespace="shop" name="web" head={null} problem={null} yaml={null} activity={null} />;
    expect(shownIn(host)).toEqual(["Kiali, host web: https://kiali.example/shop/web"]);
  });
});
