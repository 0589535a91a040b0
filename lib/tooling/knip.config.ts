import type { KnipConfig } from "knip";

/** Programs and files that a framework, a thread or a worker loads by its path. "!" marks those of the product, for `--production`. */
const ENTRIES = [
  "app/**/{page,layout,route,template,default,error,global-error,loading,not-found,forbidden,unauthorized,manifest}.{ts,tsx}!",
  "{instrumentation,proxy}.ts!",
  "lib/**/main.ts!",
  "lib/server/history/sqlite-worker.ts!",
  "lib/client/live-worker.ts!",
  // The compiler imports them for every JSX element (jsxImportSource in tsconfig.json).
  "lib/client/shown-jsx/*.ts!",
  "lib/tooling/*.mjs!",
  "lib/tooling/{console-guard,empty-document,fresh-modules,no-network,patient-queries}.ts",
  "lib/chaos/{clusters,outages,soak}-main.ts",
  "lib/chaos/history/*-child.ts",
  "e2e/**/main.ts",
  "e2e/bench/browser-main.ts",
  "e2e/compile-cache.mjs",
  "e2e/read-only/inside.mjs",
  "e2e/playwright.config.ts",
  "**/*.{test,spec,fixture}.{ts,tsx}",
];

/** What only tests import, and why it stays in the product. */
const USED_BY_TESTS_ONLY: Record<string, ("exports" | "files")[]> = {
  // `requestCheckOf`: app/request-checks.test.ts finds the check of every route, page and layout.
  "lib/server/request-checks.ts": ["exports"],
  // `isHandMade`: the selector of the watch as a function, next to it, for tests with raw objects.
  "lib/server/kube/parse/selection/endpoint-slice.ts": ["exports"],
  // `SHOWN_CLASSES`: lib/tooling/public-names.test.ts compares it with the classes of names.
  "lib/tooling/public-names/document.ts": ["exports"],
  // `replayIncidents`: incidents of a stored history.
  "lib/domain/incidents/engine.ts": ["exports"],
  // It writes lib/domain/findings/RULES.md, in a test that compares the file with it.
  "lib/format/findings/rule-list.ts": ["files"],
};

/** Fails for each file, export and dependency without a user; with `--production` also for those that only tests use. */
export default ({ production = false }: { readonly production?: boolean }): KnipConfig => ({
  entry: ENTRIES,
  // The sandbox, and folders of tests and measurements, are no part of the product: `--production` does not look at them.
  project: ["{app,components}/**/*.{ts,tsx,css}!", "lib/**/*.{ts,tsx,mjs}!", "!lib/{testing,chaos,bench,sandbox,deployment}/**!", "e2e/**/*.{ts,tsx,mjs}"],
  // A test may import a function that the product uses within its own file.
  ignoreExportsUsedInFile: production,
  // Programs of the machine, not of a package.
  ignoreBinaries: ["kubectl", "mount", "umount"],
  // lib/tooling/run.mjs starts Biome by the path of its file.
  ignoreDependencies: ["@biomejs/biome"],
  // It takes the folder in jsxImportSource for a package.
  typescript: false,
  ignoreIssues: production ? USED_BY_TESTS_ONLY : {},
});
