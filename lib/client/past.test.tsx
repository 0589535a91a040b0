import { render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { Link } from "./page-link";
import { PastProvider, usePast } from "./past";

const world = vi.hoisted(() => ({ search: "" }));
vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: () => undefined, replace: () => undefined }),
  usePathname: () => "/entries",
  useSearchParams: () => new URLSearchParams(world.search),
}));

const T = Date.UTC(2026, 10, 21, 3, 12, 24);

function Page() {
  return (
    <>
      <output>{String(usePast())}</output>
      <Link href="/groups?ns=shop">groups</Link>
      <Link href="/groups?at=2026-11-21T03:00:00Z">earlier</Link>
    </>
  );
}

const page = (search: string) => {
  world.search = search;
  render(
    <PastProvider>
      <Page />
    </PastProvider>,
  );
  return screen.getAllByRole("link").map((link) => link.getAttribute("href"));
};

describe("the moment that a page is about", () => {
  it("goes along with every link of the page, and so does its window", () => {
    expect(page("q=x&window=6h&at=2026-11-21T03:12:24Z")).toEqual(["/groups?ns=shop&window=6h&at=2026-11-21T03:12:24Z", "/groups?at=2026-11-21T03:00:00Z"]);
    expect(screen.getByRole("status").textContent).toBe(String(T));
  });

  it.each(["", "at=", "at=yesterday"])("is now where the address says %j: links are as they were written", (search) => {
    expect(page(search)[0]).toBe("/groups?ns=shop");
    expect(screen.getByRole("status").textContent).toBe("null");
  });
});
