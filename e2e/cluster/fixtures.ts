import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { Cluster } from "@/e2e/cluster";
import { listen } from "@/e2e/complaints";
import { startDashboard } from "@/e2e/house";
import type { Program } from "@/e2e/programs";
import { Latencies } from "./latencies";
import { givenCluster, type RealCluster, startRealCluster } from "./real-cluster";
import { Scenario } from "./scenario";
import { Writes } from "./writes";

/** Whose credentials a dashboard runs with. On a cluster that KUBECONFIG names they are all the same. */
export type User = "dashboard" | "viewer" | "team-shop" | "nobody";

interface Dashboard {
  readonly address: string;
  readonly program: Program;
}

interface WorkerFixtures {
  readonly source: string;
  /** Started on first use and kept for all tests. */
  readonly realCluster: RealCluster;
}

interface TestFixtures {
  /** This test's own namespace, which no other test has ever used. */
  readonly namespace: string;
  /** A scenario file to play in this test's namespace, on a cluster without anything of the tests before. */
  readonly scenario: (name: string) => Scenario;
  /** A dashboard of its own for each user, started on first use, that remembers nothing from before this test. */
  readonly dashboardOf: (user: User) => Promise<Dashboard>;
  /** Opens a page of this user's dashboard. What its console says fails the test, but for the note that a page which `is` missing was answered with 404. */
  readonly visit: (user: User, path: string, is?: "missing") => Promise<Page>;
  /** Listens to what is written of one kind in one namespace, from now to the end of the test. */
  readonly listenTo: (resource: "entries" | "pods", namespace: string) => Promise<Writes>;
  readonly latencies: Latencies;
}

let namespaces = 0;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  source: [process.env.REAL_CLUSTER ?? "", { option: true, scope: "worker" }],

  realCluster: [
    async ({ source }, use) => {
      const cluster = source === "" ? givenCluster : await startRealCluster(source);
      await use(cluster);
      await cluster.end();
    },
    { scope: "worker", timeout: 21 * 60_000 },
  ],

  namespace: async ({ source: _source }, use) => {
    namespaces += 1;
    await use(`play-${namespaces}`);
  },

  scenario: async ({ realCluster, namespace }, use) => {
    await realCluster.clear();
    await use((name) => new Scenario(realCluster, name, namespace));
  },

  dashboardOf: [
    async ({ realCluster }, use) => {
      const started = new Map<User, Promise<Dashboard>>();
      await use((user) => {
        const dashboard = started.get(user) ?? start(realCluster.settingsOf(user));
        started.set(user, dashboard);
        return dashboard;
      });
      for (const dashboard of started.values()) await (await dashboard).program.end();
    },
    { timeout: 120_000 },
  ],

  visit: async ({ browser, dashboardOf }, use, testInfo) => {
    const heard: string[] = [];
    const missing: string[] = [];
    const contexts = new Map<User, BrowserContext>();
    const programs = new Map<Program, number>();
    await use(async (user, path, is) => {
      const { address, program } = await dashboardOf(user);
      programs.set(program, programs.get(program) ?? program.log().length);
      const context = contexts.get(user) ?? (await browser.newContext());
      contexts.set(user, context);
      const page = await context.newPage();
      listen(page, heard);
      page.on("pageerror", (error) => heard.push(`uncaught: ${error.message}`));
      const answer = await page.goto(`${address}${path}`);
      if (is === "missing") {
        expect(answer?.status(), path).toBe(404);
        missing.push(`404 (Not Found) (${address}${path})`);
      }
      return page;
    });
    for (const context of contexts.values()) await context.close();
    const written = [...programs].map(([program, from]) => program.log().slice(from)).join("\n");
    heard.push(...(written.match(/.*(unhandledRejection|uncaughtException|⨯).*/g) ?? []));
    const unexpected = heard.filter((complaint) => !missing.some((note) => complaint.includes(note)));
    if (testInfo.status !== testInfo.expectedStatus || unexpected.length > 0) await testInfo.attach("dashboard.log", { body: written });
    expect(unexpected, "the browser and the server had nothing to complain about").toEqual([]);
  },

  listenTo: async ({ realCluster }, use) => {
    const all: Writes[] = [];
    await use(async (resource, namespace) => {
      const writes = await Writes.of(new Cluster(realCluster.kubeconfigOf("admin")), resource, namespace);
      all.push(writes);
      return writes;
    });
    for (const writes of all) writes.end();
  },

  latencies: async ({ source }, use, testInfo) => {
    const latencies = new Latencies();
    await use(latencies);
    const report = latencies.report(testInfo.title);
    process.stdout.write(report);
    await testInfo.attach("latencies.txt", { body: `${source}\n${report}` });
  },
});

export { expect };

async function start(settings: Readonly<Record<string, string>>): Promise<Dashboard> {
  const { program, port } = await startDashboard(settings);
  return { program, address: `http://127.0.0.1:${port}` };
}
