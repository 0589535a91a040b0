import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { parse, stringify } from "yaml";
import { differencesIn, excludedIn, expectedStatement, type ShownHeadline } from "@/lib/testing/played-past/expected-headline";
import { SITUATIONS, type Situation } from "@/lib/testing/played-past/situations";
import { freePort } from "@/lib/testing/tcp-proxy";
import { Cluster } from "./cluster";
import { startDashboard, startSandbox } from "./house";
import { BUTTON, FIELD } from "./labels";
import { isWhole } from "./proof-extent";

/**
 * Each situation in a browser: its objects on embedded clusters, its history in the dashboard's folder. `npm test` plays a group in trouble and several
 * clusters, `npm run prove -- situations` all. STOLOS_PICTURES=FOLDER stores a screenshot of each page.
 */
const PLAYED = ["2", "13"];
/**
 * 5: this dashboard did not see the replicas end, and a replica that is not seen to end in order is no rollout. 8 and 11 are of the past. The facts of all
 * are compared in app/situations.test.ts.
 */
const NOT_SERVED = ["5", "8", "11"];
const SERVED = SITUATIONS.filter(({ id }) => !NOT_SERVED.includes(id) && (isWhole || PLAYED.includes(id)));
const WIDTHS = [1440, 390];
const PAGES = ["/", "/oncall"];
const MOST_SHIFT = 0.01;
/** The rights of this user without its one RoleBinding: all but Pods. */
const WITHOUT_PODS = { user: "no-pods", binding: "/apis/rbac.authorization.k8s.io/v1/namespaces/istio-system/rolebindings/stolos-read-replicas" };

const run = promisify(execFile);

interface Played {
  readonly now: number;
  readonly entries: Readonly<Record<string, string>>;
}

interface ServedSituation extends Played {
  readonly address: string;
  readonly startedAt: number;
  end(): Promise<void>;
}

async function played(folder: string, id: string): Promise<Played> {
  const { stdout } = await run(process.execPath, [".stolos/situations.mjs", folder, id], { maxBuffer: 1e7 });
  return JSON.parse(stdout);
}

interface Kubeconfig {
  readonly clusters: readonly { readonly name: string; readonly cluster: Readonly<Record<string, string>> }[];
  readonly users: readonly { readonly user: object }[];
}

/** One kubeconfig for several. Its contexts have the names of the clusters. */
function merged(configs: readonly Kubeconfig[]): string {
  const names = configs.map(({ clusters }) => clusters[0]?.name ?? "");
  return stringify({
    ...{ apiVersion: "v1", kind: "Config", "current-context": names[0] },
    clusters: configs.map(({ clusters }) => clusters[0]),
    users: configs.map(({ users }, at) => ({ name: names[at], user: users[0]?.user })),
    contexts: names.map((name) => ({ name, context: { cluster: name, user: name } })),
  });
}

/** Starts the clusters of a situation, and a dashboard that goes on with its history. */
async function serve({ id, script }: Situation): Promise<ServedSituation> {
  const folder = mkdtempSync(join(tmpdir(), "stolos-situation-"));
  const data = join(folder, "data");
  mkdirSync(data);
  const past = await played(data, id);
  const reached = script.clusters.filter(({ isUnreached }) => isUnreached !== true);
  const sandboxes = await Promise.all(
    reached.map(async ({ name }) => {
      const own = join(folder, name);
      mkdirSync(own);
      return { own, ...(await startSandbox(own, ["--objects", join(data, `${name}.json`)])) };
    }),
  );
  const isWithoutPods = script.clusters.some(({ denied = [] }) => denied.includes("istiod-pods"));
  if (isWithoutPods) for (const { own } of sandboxes) await new Cluster(join(own, "admin.kubeconfig")).delete(WITHOUT_PODS.binding);
  const configs: Kubeconfig[] = sandboxes.map(({ own }) =>
    parse(readFileSync(join(own, isWithoutPods ? `${WITHOUT_PODS.user}.kubeconfig` : "kubeconfig"), "utf8")),
  );
  const away = await Promise.all(script.clusters.filter(({ isUnreached }) => isUnreached).map(({ name }) => unreached(name)));
  const kubeconfig = join(folder, "kubeconfig");
  writeFileSync(kubeconfig, merged([...configs, ...away]));
  const startedAt = Date.now();
  const { program, port } = await startDashboard({ KUBECONFIG: kubeconfig, STOLOS_CONTEXTS: "*", STOLOS_DATA: data, STOLOS_BEAT_SECONDS: "1" });
  const address = `http://127.0.0.1:${port}`;
  if (script.events.some(({ kind }) => kind === "pause-history")) await pauseHistory(address, data);
  return {
    ...past,
    ...{ address, startedAt },
    end: async () => {
      await Promise.all([program.end(), ...sandboxes.map((sandbox) => sandbox.program.end())]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A file takes the place of the history's folder, so that the history pauses and cannot begin again. */
async function pauseHistory(address: string, data: string): Promise<void> {
  await expect.poll(async () => (await fetch(`${address}/api/history/activity?window=1h`)).status, { timeout: 40_000 }).toBe(200);
  rmSync(data, { recursive: true });
  writeFileSync(data, "");
}

/** A cluster whose API server does not listen. */
async function unreached(name: string): Promise<Kubeconfig> {
  return { clusters: [{ name, cluster: { server: `https://127.0.0.1:${await freePort()}` } }], users: [{ user: { token: "none" } }] };
}

/** The headline's statements, and the tones of its coloured parts. */
function readHeadline(page: Page): Promise<ShownHeadline> {
  return page.evaluate(() => {
    const heading = document.querySelector("h1");
    const parts = [heading, heading?.nextElementSibling ?? null].flatMap((part) => (part === null ? [] : [part, ...part.querySelectorAll("*")]));
    const statements = parts.flatMap((part) => {
      const { statement: kind, ...values } = { ...(part as HTMLElement).dataset };
      return kind === undefined ? [] : [{ kind, values }];
    });
    return { statements, tones: parts.flatMap((part) => [...part.classList].flatMap((name) => /^text-(bad|good)$/.exec(name)?.[1] ?? [])) };
  });
}

/** Adds up the layout shifts of the page from its start. It runs in the browser. */
function observeLayoutShift(): void {
  const sum = { value: 0 };
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[]) sum.value += value;
  }).observe({ type: "layout-shift", buffered: true });
  Object.assign(window, { layoutShift: sum });
}

/** The layout shift of a page whose rows of incidents have their numbers, which load last. */
async function layoutShift(page: Page): Promise<number> {
  await page.waitForFunction(() => [...document.querySelectorAll("[data-section=incidents] [data-look]")].every((circle) => circle.textContent !== ""));
  return page.evaluate(() => (window as unknown as { layoutShift: { value: number } }).layoutShift.value);
}

/** Expects the first two statements in the order of the width: the total first, but on a phone the worst trouble. */
async function expectOrder(page: Page, { line1, line2 }: Situation, width: number): Promise<void> {
  const [total, worst] = await page.locator("h1 [data-statement]").all();
  if (total === undefined || worst === undefined || line2.length === 0) return;
  const [above, below] = [await total.boundingBox(), await worst.boundingBox()];
  const kind = await worst.getAttribute("data-statement");
  const isWorstFirst = width < 600 && !["no-new-trouble", "last-incident-ended", "cluster-not-reached"].includes(kind ?? "");
  expect({ line1: line1.kind, isWorstFirst: (below?.y ?? 0) < (above?.y ?? 0) }).toEqual({ line1: line1.kind, isWorstFirst });
}

for (const situation of SERVED) {
  const { id, line1, line2, quiet } = situation;

  test(`situation ${id}: Fleet and On call state its facts at ${WIDTHS.join(" and ")} px`, async ({ page }) => {
    const served = await serve(situation);
    await page.addInitScript(observeLayoutShift);
    try {
      const context = { now: served.now, startedAt: served.startedAt, entryOf: (machine: string) => served.entries[machine] ?? "" };
      const expected = [line1, ...line2, ...quiet].map((fact) => expectedStatement(fact, context));
      for (const path of PAGES) {
        await page.goto(`${served.address}${path}`);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await expect(async () => {
            const headline = await readHeadline(page);
            const found = { differences: expected.flatMap((statement) => differencesIn(headline, statement)), excluded: excludedIn(headline, id) };
            expect(found).toEqual({ differences: [], excluded: [] });
          }).toPass({ timeout: 40_000, intervals: [100, 250, 500] });
          for (const statement of await page.locator("h1 [data-statement]").all()) await expect(statement).toBeVisible();
          await expectOrder(page, situation, width);
          await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
          const pictures = process.env.STOLOS_PICTURES;
          if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${id}-${path === "/" ? "fleet" : "oncall"}-${width}.png`) });
          await page.reload();
          expect(await layoutShift(page), `layout shift of ${path} at ${width} px`).toBeLessThanOrEqual(MOST_SHIFT);
        }
      }
    } finally {
      await served.end();
    }
  });
}

const ROLLOUT = SITUATIONS.find(({ id }) => id === "5-later");

test("from Fleet of now, three clicks name the machines that did not reconnect after a past rollout of istiod", async ({ page }) => {
  if (ROLLOUT === undefined) throw new Error("There is no situation with a rollout.");
  const served = await serve(ROLLOUT);
  try {
    let clicks = 0;
    const click = async (locator: Locator) => {
      await locator.click();
      clicks++;
    };
    await page.goto(`${served.address}/`);
    await click(page.getByRole("button", { name: BUTTON.goToTime }));
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(FIELD.time).fill(new Date(served.now - 20_000).toISOString().slice(11, 19));
    await dialog.getByLabel(FIELD.date).fill(new Date(served.now - 20_000).toISOString().slice(0, 10));
    await click(dialog.getByRole("button", { name: BUTTON.go, exact: true }));
    await click(page.locator("h1 [data-statement=unverified-since-rollout] a"));
    const missing = page.locator("[data-section=missing-machines] [data-machine]");
    await expect(missing).toHaveCount(12);
    expect(clicks).toBe(3);
    expect(page.url()).toContain("at=");
  } finally {
    await served.end();
  }
});
