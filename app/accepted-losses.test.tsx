// @vitest-environment happy-dom
import { rmSync } from "node:fs";
import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { exportList } from "@/lib/server/export/export-list";
import { playPast } from "@/lib/testing/played-past/play";
import { connectRoutes, serveFleet, shownPage } from "./rendered-pages.fixture";

const NOW = Date.parse("2026-11-29T12:00:00Z");
const MINUTE = 60_000;

beforeEach(() => connectRoutes());
afterEach(() => cleanup());

/** Two groups. One lost three machines, the other lost one. */
async function played() {
  const group = (name: string, size: number) => ({ namespace: "shop", name, size, zones: ["eu-1a"], expected: String(size) });
  const stopped = (name: string, numbers: readonly number[]) => ({ kind: "lose", machines: { groups: [`shop/${name}`], numbers }, how: "stopped" }) as const;
  const clusters = [{ name: "prod-eu", istiods: [{ key: "a", zone: "eu-1a" }], groups: [group("checkout", 12), group("pay", 8)] }];
  const events = [
    { at: 20 * MINUTE, ...stopped("checkout", [1, 2, 3]) },
    { at: 22 * MINUTE, ...stopped("pay", [4]) },
  ];
  return playPast({ lengthMs: 26 * MINUTE, clusters, events }, { seed: 1, now: NOW });
}

const numberIn = (element: Element | null | undefined, key: string) => Number((element as HTMLElement | null)?.dataset[key] ?? 0);

const titles = (body: Element) => [...body.querySelectorAll("h1 [title]")].map((one) => one.getAttribute("title") ?? "");

it("shows the number of accepted losses on Fleet, On call, the list of groups and in its file", async () => {
  const past = await played();
  try {
    const { fleet, history, clock, scope } = past;
    const runtime = serveFleet({ played: { fleet, history, clock, database: past }, scope, statuses: () => past.statuses });
    const record = fleet.group("prod-eu", "shop", "checkout");
    const losses = record?.memory.losses?.map(({ name, at }) => ({ name, at })) ?? [];
    const decision = { cluster: "prod-eu", namespace: "shop", group: "checkout", uid: record?.object?.uid ?? "", who: "ann", dryRun: false } as const;
    /** Each place with its number of accepted losses. */
    const shown = async () => {
      const found: Record<string, unknown> = {};
      for (const path of ["page", "oncall/page"]) {
        const body = await shownPage(path, {}, {});
        found[path] = numberIn(body.querySelector("[data-statement='accepted-losses']"), "count");
        found[`${path}: title`] = titles(body).flatMap((title) => /(\d+) accepted loss/.exec(title)?.[1] ?? [])[0] ?? "0";
        cleanup();
      }
      const rows = [...(await shownPage("groups/page", {}, {})).querySelectorAll("tbody tr")];
      const row = (name: string) => rows.find((one) => one.textContent.includes(name));
      for (const name of ["checkout", "pay"]) found[name] = numberIn(row(name)?.querySelector("[data-accepted]"), "accepted");
      cleanup();
      const viewer = await runtime.signIn.viewerOf(new Request("http://localhost"));
      if (viewer === null) throw new Error("No viewer is signed in.");
      const file = await exportList(runtime, viewer, new URLSearchParams({ what: "groups", format: "json" }));
      found.file = ((await file.json()) as readonly Record<string, unknown>[]).map((line) => [line.name, line["accepted losses"], line.total]);
      return found;
    };
    const none = { page: 0, "page: title": "0", "oncall/page": 0, "oncall/page: title": "0", checkout: 0, pay: 0 };
    const sizes = (checkout: number, accepted: number) =>
      expect.arrayContaining([
        ["checkout", accepted, checkout],
        ["pay", 0, 8],
      ]);
    expect(await shown()).toEqual({ ...none, file: sizes(12, 0) });
    await past.advance(MINUTE);
    await history.decideLosses({ ...decision, what: "accept", losses });
    const three = { page: 3, "page: title": "3", "oncall/page": 3, "oncall/page: title": "3", checkout: 3, pay: 0 };
    expect(await shown()).toEqual({ ...three, file: sizes(9, 3) });
    await runtime.stop();
  } finally {
    await past.close();
    rmSync(past.folder, { recursive: true, force: true });
  }
}, 60_000);
