import { render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { OutsideLinksProvider } from "@/lib/client/outside-links";
import type { ExternalLink } from "@/lib/contract/url/external-links";
import { ROWS_NOW } from "@/lib/testing/rows";
import { ListExternalLinks } from "./list-external-links";

const world = vi.hoisted(() => ({ pathname: "/groups", search: "", past: null as number | null }));
vi.mock("next/navigation", () => ({ usePathname: () => world.pathname, useSearchParams: () => new URLSearchParams(world.search) }));
vi.mock("@/lib/client/past", () => ({ usePast: () => world.past }));
vi.mock("@/lib/client/clock", () => import("@/lib/testing/still-clock"));

const LINKS: readonly ExternalLink[] = [
  { name: "Wiki", template: "https://wiki.example/vms" },
  { name: "Metrics", template: "https://graphs.example/{cluster}?at={at}" },
  { name: "Kiali", template: "https://kiali.example/{cluster}/{namespace}" },
  { name: "Logs", template: "https://logs.example/{namespace}/{entry}" },
];
const NOW = ROWS_NOW - (ROWS_NOW % 60_000);

beforeEach(() => Object.assign(world, { pathname: "/groups", search: "", past: null }));

function shown({ clusters = ["prod"], links = LINKS }: { readonly clusters?: readonly string[]; readonly links?: readonly ExternalLink[] } = {}) {
  const { container } = render(
    <OutsideLinksProvider links={links}>
      <ListExternalLinks clusters={clusters} />
    </OutsideLinksProvider>,
  );
  return { container, there: screen.queryAllByRole("link").map((link) => `${link.textContent}: ${link.getAttribute("href")}`) };
}

describe("the external links of a list", () => {
  it("fill in the cluster if the viewer has only one", () => {
    expect(shown().there).toEqual([
      "Wiki, cluster prod (another site): https://wiki.example/vms",
      `Metrics, cluster prod (another site): https://graphs.example/prod?at=${NOW}`,
    ]);
  });

  it("fill in the namespace and the time of the list", () => {
    Object.assign(world, { search: "cluster=us&ns=shop&q=checkout", past: 1_000 });
    expect(shown({ clusters: ["eu", "us"] }).there).toEqual([
      "Wiki, namespace shop (another site): https://wiki.example/vms",
      "Metrics, namespace shop (another site): https://graphs.example/us?at=1000",
      "Kiali, namespace shop (another site): https://kiali.example/us/shop",
    ]);
  });

  it("leave out links whose cluster or namespace is ambiguous", () => {
    world.search = "ns=shop&ns=legacy";
    expect(shown({ clusters: ["eu", "us"] }).there).toEqual(["Wiki, all clusters that are shown (another site): https://wiki.example/vms"]);
  });

  it.each(["/", "/groups", "/entries", "/services", "/localities", "/networks", "/control-plane", "/findings", "/activity"])("appear on %s", (pathname) => {
    world.pathname = pathname;
    expect(shown().there).toHaveLength(2);
  });

  it.each(["/oncall", "/audit", "/groups/new", "/c/prod/groups/shop/web", "/sign-in"])("do not appear on %s", (pathname) => {
    world.pathname = pathname;
    expect(shown().container.innerHTML).toBe("");
  });

  it("render nothing if none are configured", () => {
    expect(shown({ links: [] }).container.innerHTML).toBe("");
  });
});
