import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Headline } from "@/components/ui/headline";
import { PageHead } from "./page-head";

const world = vi.hoisted(() => ({ past: null as number | null }));
vi.mock("next/navigation", () => ({ usePathname: () => "/services", useSearchParams: () => new URLSearchParams("ns=shop"), useRouter: () => ({}) }));
vi.mock("@/lib/client/clock", () => ({ useNow: () => Date.UTC(2026, 10, 30, 4, 16, 12) }));
vi.mock("@/lib/client/past", () => ({ usePast: () => world.past, useKeptAt: () => (href: string) => href }));

beforeEach(() => {
  world.past = null;
});
afterEach(cleanup);

async function copied(): Promise<string> {
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Copy summary" }));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("copied"));
  return navigator.clipboard.readText();
}

it("copies the headline, the line below it, and a link to this moment", async () => {
  render(
    <PageHead>
      <Headline sub="217 machines belong to no service">
        <b>5</b> of 38 services are degraded.
      </Headline>
    </PageHead>,
  );
  expect(await copied()).toBe(
    "5 of 38 services are degraded.\n217 machines belong to no service\nhttp://localhost:3000/services?ns=shop&at=2026-11-30T04:16:12Z",
  );
});

it("leaves out a line with a control, and keeps the address of a page of the past", async () => {
  world.past = 1;
  render(
    <PageHead>
      <Headline
        sub={
          <select>
            <option>rollout at 12:40</option>
          </select>
        }
      >
        Control plane
      </Headline>
    </PageHead>,
  );
  expect(await copied()).toBe("Control plane\nhttp://localhost:3000/services?ns=shop");
});

it("offers files, saved views and own actions in the menu", async () => {
  render(
    <PageHead actions={[{ label: "Try an edit", href: "/services/preview" }]} files={{ what: "services" }} hasViews>
      <Headline>Services</Headline>
    </PageHead>,
  );
  await userEvent.click(screen.getByRole("button", { name: "More actions" }));
  const lines = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
  expect(lines).toEqual(["Copy summary", "Copy link", "Copy link to this moment", "Try an edit", "Download CSV", "Download JSON", "Saved views"]);
});
