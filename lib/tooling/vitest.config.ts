import { availableParallelism, tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { drawnCases } from "./drawn-cases.mjs";
import { memoryFolder } from "./memory-folder.mjs";
import { plantedSource } from "./planted-source.mjs";

// Workers inherit this.
process.env.TMPDIR = memoryFolder() ?? tmpdir();

const root = fileURLToPath(new URL("../../", import.meta.url));
const besideThis = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const setupFiles = [besideThis("./console-guard.ts")];
const slow = process.env.QUICK_CHECK ? ["lib/chaos/chaos.test.ts"] : [];
const planted = process.env.PLANTED_DEFECT;
/** What is kept for the other projects and the next run is known by its text: not by a planted line, and not by a seed. */
const keepsTransformed = planted === undefined && process.env.PROPERTY_SEED === undefined;
const exclude = ["node_modules/**", ".next/**", ".stolos/**", "e2e/**", ...slow];
/** These replace modules that others have loaded. */
const REPLACING = [
  ...["app/commands.test.ts", "app/request-checks.test.ts", "app/every-route.test.ts", "app/instrumentation.test.ts"],
  ...["app/route-wiring.test.ts", "app/setting-effects.test.ts"],
  ...["lib/server/live/scope.test.ts", "lib/server/main.test.ts", "lib/server/runtime-wiring.test.ts", "lib/server/runtime.test.ts"],
];
/**
 * Tests of history and chaos that start threads or processes, replace modules, or set variables. The others share one process, because a new one costs a second:
 * their databases are in memory or at the PostgreSQL server of the run.
 */
const STARTING = [
  "lib/server/history/@(history-writer|lost-file|migrations|open-database|postgres-database|state-codes|upgraded-past).test.ts",
  "lib/chaos/@(browsers|chaos).test.ts",
  "lib/chaos/@(access|history)/*.test.ts",
];
/** This waits for most of its time, so other files can run beside it. */
const WAITING = ["lib/sandbox/conformance/conformance.test.ts"];
/** What these start belongs to the whole process: databases, threads, child processes. */
const ofTheirOwn = [
  "lib/testing/played-past/!(hour-of-trouble|recordings).test.ts",
  ...["app/situations.test.ts", "app/one-value.test.ts", "app/past-as-shown.test.ts"],
  ...STARTING,
  "lib/tooling/public-names.test.ts",
  ...REPLACING,
  ...WAITING,
];
/** Files that wait for databases, timeouts and child processes leave a core idle, so one and a half of them run per core. */
const WAITING_WORKERS = Math.ceil(availableParallelism() * 1.5);
/** Files that take longest. They start first, so that no core is idle beside the last of them. */
const LONGEST = [
  ...["app/situations.test.ts", "app/one-value.test.ts", "app/past-as-shown.test.ts"],
  "lib/chaos/history/history.test.ts",
  "lib/server/history/migrations.test.ts",
  ...WAITING,
  "lib/chaos/chaos.test.ts",
  "lib/chaos/access/revocations.test.ts",
];

/** Starts the longest files first. On a fresh machine Vitest knows only the sizes of files. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => LONGEST.some((path) => moduleId.endsWith(path));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

/** Tests in `.test.ts` run in Node, those in `.test.tsx` in a document. */
export default defineConfig({
  root,
  resolve: { alias: { "@/": root } },
  plugins: [drawnCases(Number(process.env.PROPERTY_SEED ?? 20_260)), ...(planted === undefined ? [] : [plantedSource(Number(planted))])],
  test: {
    // A busy machine is no reason to fail: what is slow by nature says so in its own test.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Left to itself Vitest keeps one core free: half of a machine that has two.
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
    globalSetup: [besideThis("./bundled-worker.mjs"), besideThis("../testing/server/shared-postgres.ts")],
    experimental: { fsModuleCache: keepsTransformed },
    projects: [
      // A process for each file costs more than most of the tests in it.
      {
        extends: true,
        test: {
          name: "node",
          environment: "node",
          include: ["**/*.test.ts"],
          exclude: [...exclude, ...ofTheirOwn],
          setupFiles,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: "alone", environment: "node", include: ofTheirOwn, exclude, setupFiles, maxWorkers: WAITING_WORKERS, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        test: {
          name: "document",
          environment: "happy-dom",
          isolate: false,
          sequence: { groupOrder: 1 },
          include: ["**/*.test.tsx"],
          exclude,
          setupFiles: [besideThis("./fresh-modules.ts"), ...setupFiles, ...["./patient-queries.ts", "./no-network.ts", "./empty-document.ts"].map(besideThis)],
        },
      },
    ],
  },
});
