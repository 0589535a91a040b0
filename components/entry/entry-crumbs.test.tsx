import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { MenuDialogsProvider } from "@/components/table/menu-dialog";
import { OutsideLinksProvider } from "@/lib/client/outside-links";
import type { ObjectCommandName } from "@/lib/contract/commands";
import { anEntryRow } from "@/lib/testing/rows";
import { EntryBreadcrumb } from "./entry-crumbs";
import type { EntryWithDetail } from "./use-last-seen";

const world = vi.hoisted(() => ({ at: null as number | null }));
vi.mock("next/navigation", () => ({ usePathname: () => "/", useSearchParams: () => new URLSearchParams(), useRouter: () => ({ push: () => undefined }) }));
vi.mock("@/components/table/use-summary-moment", () => ({ useSummaryMoment: () => () => null }));
vi.mock("@/lib/client/clock", () => import("@/lib/testing/still-clock"));
vi.mock("@/lib/client/past", () => ({ usePast: () => world.at, useKeptAt: () => (href: string) => href, useKeptRouter: () => ({ push: () => undefined }) }));

const LINKS = [
  { name: "Logs", template: "https://logs.example/{namespace}/{entry}" },
  { name: "Kiali", template: "https://kiali.example/{service}" },
];

async function openMenu({ planned = null, offered = ["plan-leaves"] as ObjectCommandName[], group = "web" } = {}) {
  const detail = { labels: [], planned } as unknown as EntryWithDetail["detail"];
  render(
    <OutsideLinksProvider links={LINKS}>
      <MenuDialogsProvider>
        <EntryBreadcrumb row={anEntryRow({ namespace: "shop", name: "vm-1", group })} detail={detail} services={null} offered={offered} />
      </MenuDialogsProvider>
    </OutsideLinksProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "More actions" }));
  return (await screen.findAllByRole("menuitem")).map((item) => item.textContent);
}

it("opens links to external tools in a new tab, if their values are known", async () => {
  await openMenu();
  const logs = await screen.findByRole("menuitem", { name: /Logs/ });
  expect([logs.getAttribute("href"), logs.getAttribute("target"), logs.getAttribute("rel")]).toEqual([
    "https://logs.example/shop/vm-1",
    "_blank",
    "noopener noreferrer",
  ]);
  expect(screen.queryByRole("menuitem", { name: /Kiali/ })).toBeNull();
});

it.each([
  ["of a group, with permission", {}, true],
  ["without a group", { group: "" }, false],
  ["that already has a planned leave", { planned: { entry: "vm-1", by: null, reason: "moved" } as never }, false],
  ["without permission", { offered: [] }, false],
])("offers to plan the leave of a machine %s: %#", async (_, machine, isOffered) => {
  expect((await openMenu(machine)).includes("Plan to leave…")).toBe(isOffered);
});

it("does not offer to plan a leave on a page of the past", async () => {
  world.at = 1;
  expect(await openMenu()).not.toContain("Plan to leave…");
  world.at = null;
});
