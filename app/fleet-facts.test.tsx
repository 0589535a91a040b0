// @vitest-environment happy-dom
import { rmSync } from "node:fs";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Runtime } from "@/lib/server/runtime";
import { type PlayedPast, playPast } from "@/lib/testing/played-past/play";
import type { ScriptCluster, ScriptGroup } from "@/lib/testing/played-past/script";
import { connectRoutes, serveFleet, shownPage, textOf } from "./rendered-pages.fixture";

/** Each fact that earlier versions of Fleet and On call showed is found at its present place. */
const NOW = Date.parse("2026-11-29T04:10:50Z");
const MINUTE = 60_000;
const ZONES = ["eu-central-1a", "eu-central-1b"];

const group = (name: string, size: number, more: Partial<ScriptGroup> = {}): ScriptGroup => ({ namespace: "shop", name, size, zones: ZONES, ...more });
const cluster = (name: string, groups: readonly ScriptGroup[], more: Partial<ScriptCluster> = {}): ScriptCluster => ({
  ...{ name, groups, istiods: [{ key: "a", zone: "eu-central-1a" }] },
  ...more,
});

let past: PlayedPast;
let runtime: Runtime;
beforeAll(async () => {
  const clusters = [
    cluster("eu-1", [group("checkout", 20, { expected: "20" }), group("cart", 4)], {
      byHand: [{ namespace: "shop", name: "oracle", address: "10.9.0.1" }],
      services: [{ kind: "Service", namespace: "shop", name: "cart", selector: { app: "cart-typo" }, port: 80 }],
    }),
    cluster("us-1", [group("search", 6, { expected: "6" }), group("payouts-old", 2)]),
  ];
  const events = [
    { at: 20 * MINUTE, kind: "delete-group", cluster: "us-1", group: "shop/payouts-old", with: "kubectl" },
    { at: 30 * MINUTE, kind: "lose", machines: { groups: ["shop/checkout"], numbers: [1, 2] }, how: "silent" },
    { at: 50 * MINUTE, kind: "fail", machines: { groups: ["shop/checkout"], numbers: [5, 6, 7] }, message: "HTTP 503" },
  ] as const;
  past = await playPast({ lengthMs: 60 * MINUTE, clusters, events }, { seed: 4, now: NOW });
  const { fleet, history, clock, scope, statuses } = past;
  runtime = serveFleet({ played: { fleet, history, clock, database: past }, scope, statuses: () => statuses });
}, 120_000);
afterAll(async () => {
  await runtime.stop();
  await past.close();
  rmSync(past.folder, { recursive: true });
});
beforeEach(() => connectRoutes());
afterEach(() => cleanup());

/** The text of a place on a page. The place "⋯" is the menu of the action bar. */
async function textAt(page: string, place: string): Promise<string> {
  const body = await shownPage(page, {}, {});
  if (place !== "⋯") return [...body.querySelectorAll(place)].map((element) => textOf(element, "desk")).join(" | ");
  await userEvent.click(screen.getByRole("button", { name: "More actions" }));
  return (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent).join(" | ");
}

const FACTS: readonly (readonly [fact: string, page: string, place: string, text: RegExp])[] = [
  ["the worst trouble", "page", "h1", /payouts-old in us-1 was deleted .* and 1 more incident/],
  ["the total", "page", "h1", /of 3\d machines/],
  ["the number of each state", "page", "[data-counts]", /Healthy 25 Not checked 1 .*Unhealthy 3 Lost 4/],
  ["incidents with their key", "page", "[data-section=incidents]", /Open eu-1 shop \/ checkout 3 unhealthy, 2 lost of 20 .* \w{6} \d\d:\d\d/],
  ["the cluster of an incident", "page", "[data-section=incidents]", /eu-1/],
  ["services without an endpoint", "page", "[data-section=services-without-endpoint]", /of 1/],
  ["groups in no open incident", "page", "[data-section=trouble]", /[Gg]roups in trouble/],
  ["a block for each cluster", "page", "[data-section=fleet-strip] h3", /eu-1.*us-1/],
  ["machines of no group", "page", "[data-section=fleet-strip]", /no group/],
  ["a deleted group", "page", "[data-section=fleet-strip]", /payouts-old.*deleted/],
  ["cells as a table", "page", "[data-section=fleet-strip]", /as table/],
  ["the window of the chart", "page", "[data-section=timeline]", /15m.*1h.*6h.*24h.*7d.*from–to/],
  ["availability, joined and lost", "page", "[data-section=timeline]", /% available.*lost/],
  ["the chart as a table", "page", "[data-section=timeline]", /as table/],
  ["incidents that ended", "page", "[data-section=ended-incidents]", /Ended/],
  ["sources of expected sizes", "page", "⋯", /Sizes.*declared/],
  ["machines lost within a day that serve again", "page", "⋯", /Lost within 24 h, serving now/],
  ["the link to the page, and to this moment", "page", "⋯", /Copy link \| Copy link to this moment/],
  ["saved views", "page", "⋯", /Saved views/],
  ["files", "page", "⋯", /Download CSV \| Download JSON/],
  ["the summary", "page", "[data-page-actions]", /Copy summary/],
  ["connections per istiod", "control-plane/page", "main table", /HOLDS.*istiod-\S+-a default .* 22 /],
  ["the worst trouble", "oncall/page", "h1", /payouts-old in us-1 was deleted .* and 1 more incident/],
  ["the number of each state", "oncall/page", "[data-counts]", /Healthy 25 Not checked 1 .*Unhealthy 3 Lost 4/],
  ["incidents with their key", "oncall/page", "[data-section=incidents]", /Open eu-1 shop \/ checkout 3 unhealthy, 2 lost of 20 .* \w{6} \d\d:\d\d/],
  ["services without an endpoint", "oncall/page", "[data-section=services-without-endpoint]", /of 1/],
  ["groups in no open incident", "oncall/page", "[data-section=trouble]", /[Gg]roups in trouble/],
  ["groups without trouble", "oncall/page", "main", /of 4 groups have no trouble/],
  ["the wall display", "oncall/page", "⋯", /Wall display/],
  ["saved views", "oncall/page", "⋯", /Saved views/],
  ["the link to the page, and to this moment", "oncall/page", "⋯", /Copy link \| Copy link to this moment/],
  ["the summary", "oncall/page", "[data-page-actions]", /Copy summary/],
];

describe("a fact of earlier versions", () => {
  it.each(FACTS)("%s: on %s in %s", async (_, page, place, text) => {
    expect(await textAt(page, place)).toMatch(text);
  });

  it("the seconds of an age: in its tooltip", async () => {
    const body = await shownPage("page", {}, {});
    const titles = [...body.querySelectorAll("[data-section=incidents] time")].map((time) => time.getAttribute("title"));
    expect(titles.join(" ")).toMatch(/\d\d:\d\d:\d\d/);
  });
});
