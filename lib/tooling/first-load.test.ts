import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { bundledPaths, firstLoad } from "./first-load.mjs";

/** A bare page of Next loads 135 kB of scripts, and no page of ours is to load more than 220. */
const MOST_BYTES = 85_000;

/** What is loaded on every page when it is needed: by whoever opens it, or where there is no shared worker. */
const ON_DEMAND = [
  ...[/\/@radix-ui\//, /\/cmdk\//, /\/eventsource-parser\//, /^lib\/client\/live-connection\.ts$/, /^lib\/client\/live-views\.ts$/],
  ...[/^components\/shell\/palette-list\.tsx$/, /^components\/shell\/keyboard-shortcuts\.tsx$/, /^components\/shell\/namespace-list\.tsx$/],
];
const ON_DEMAND_OF_ENTRIES = [
  ...[/^components\/command\/plan-form\.tsx$/, /^components\/command\/delete-several-form\.tsx$/],
  ...[/^components\/table\/column-switches\.tsx$/, /^components\/table\/view-lists\.tsx$/],
];

/** Code cannot be loaded without a connection, so its loss must need none. */
const ON_LOSS = ["components/shell/signed-out-notice.tsx", "components/shell/stale-banner.tsx", "components/shell/scripts-missing-notice.tsx"];

/** Packages of other pages. */
const ELSEWHERE = ["@codemirror/view", "@dagrejs/dagre", "d3-geo", "topojson-client", "world-atlas", "yaml"];

describe.each([
  ["the overview", "app/page.tsx", "components/trouble/state-counts.tsx", ON_DEMAND],
  ["the list of entries", "app/entries/page.tsx", "components/table/data-table.tsx", [...ON_DEMAND, ...ON_DEMAND_OF_ENTRIES]],
])("the first load of %s", (_, page, drawn, onDemand) => {
  let load: Awaited<ReturnType<typeof firstLoad>>;
  beforeAll(async () => {
    load = await firstLoad(["app/layout.tsx", page]);
  }, 60_000);

  it("has what the page draws, and nothing that is loaded on demand", () => {
    expect(load.paths).toEqual(expect.arrayContaining(["components/shell/app-frame.tsx", drawn, "lib/client/live-store.ts"]));
    const isIn = (paths: readonly string[]) => onDemand.filter((pattern) => paths.some((path) => pattern.test(path)));
    expect(isIn(load.paths)).toEqual([]);
    expect(isIn(load.later)).toEqual(onDemand);
  });

  it("has the lines about a lost connection and a lost sign-in", () => {
    expect(load.paths).toEqual(expect.arrayContaining(ON_LOSS));
  });

  it("has no package of another page", () => {
    const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(ELSEWHERE));
    expect(load.paths.some((path: string) => path.startsWith("node_modules/@tanstack/react-query/"))).toBe(true);
    expect(ELSEWHERE.filter((name) => load.paths.some((path: string) => path.startsWith(`node_modules/${name}/`)))).toEqual([]);
  });

  it("is small enough for a page of 220 kB", () => {
    expect(load.bytes).toBeGreaterThan(50_000);
    expect(load.bytes).toBeLessThan(MOST_BYTES);
  });
});

describe("the schemas of views", () => {
  const SCHEMAS = "lib/contract/views/view-schemas.ts";

  it("are part of the server in development, and of no production bundle", async () => {
    const bundles = [
      { files: ["lib/server/runtime.ts"], platform: "node" },
      { files: ["lib/client/live-worker.ts", "lib/client/own-stream.ts", "components/shell/app-frame.tsx"], platform: "browser" },
    ];
    for (const { files, platform } of bundles) {
      const paths = await bundledPaths(files, { mode: "production", platform });
      expect(paths).toContain("lib/contract/views/view.ts");
      expect(paths).not.toContain(SCHEMAS);
    }
    expect(await bundledPaths(["lib/server/runtime.ts"], { mode: "development", platform: "node" })).toContain(SCHEMAS);
  }, 60_000);
});
