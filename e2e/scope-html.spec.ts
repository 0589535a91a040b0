import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { entriesOf, entryPage, groupPage, writeEntry } from "./fleet";
import { startSandbox } from "./house";
import { type SecondDashboard, startSecond } from "./second-dashboard";

/** Names that are in one world only, and outside of what may be seen. */
const FOREIGN = ["zz-foreign", "unseen-label", "203.0.113"];

const ANSWERS = [
  "/api/search?q=legacy",
  "/api/search?q=foreign",
  "/api/search?q=zz",
  "/api/search?q=203.0.113",
  "/api/strip/cell?ribbon=sandbox/legacy/sap-bridge&index=0",
  "/api/strip/cell?ribbon=sandbox/payments/ledger&index=0",
  "/api/strip/cell?ribbon=sandbox/payments/&index=0",
  "/api/strip/cell?ribbon=sandbox/legacy/&index=9999",
  "/api/c/sandbox/objects/workloadentries/payments/zz-foreign-0",
  "/api/c/sandbox/events/workloadentries/payments/zz-foreign-0",
  "/api/c/sandbox/objects/workloadgroups/payments/ledger",
  "/api/c/sandbox/events/workloadgroups/payments/ledger",
];

const PAGES = [
  "/",
  "/groups",
  "/groups?ns=payments",
  "/entries",
  "/entries?ns=payments",
  "/entries?q=zz-foreign",
  "/entries?q=unseen-label=x",
  "/services",
  "/services?ns=payments",
  "/networks",
  "/networks?ns=payments",
  "/localities",
  "/localities?ns=payments",
  "/localities?lost=zone:zz-foreign/zone",
  "/control-plane",
  "/findings",
  "/findings?ns=payments",
  groupPage("legacy", "sap-bridge"),
  groupPage("payments", "ledger"),
  entryPage("payments", "zz-foreign-0"),
  entryPage("legacy", "oracle-primary"),
];

test("two worlds that differ only in what may not be seen give the same bytes on every page and in every answer", async ({ request }) => {
  const worlds = await Promise.all([startWorld(0), startWorld(7)]);
  const [plain, fuller] = worlds;
  /** One world began a moment after the other: what is due by the clock differs for that long, what tells of the unseen for ever. */
  const expectEqual = async (path: string, parts: (answer: Answer) => unknown) => {
    let body = "";
    await expect(async () => {
      const [one, other] = await Promise.all([answerOf(request, plain.dashboard, path), answerOf(request, fuller.dashboard, path)]);
      body = other.body;
      expect(parts(other), path).toEqual(parts(one));
    }).toPass({ timeout: 20_000 });
    expect(body, `${path} has a body`).not.toBe("");
    return body;
  };
  try {
    for (const path of ANSWERS) await expectEqual(path, ({ status, body }) => [status, body]);
    for (const path of PAGES) {
      const body = await expectEqual(path, (answer) => [answer.status, ...answer.body.split(">")]);
      const asked = decodeURIComponent(path);
      for (const name of FOREIGN.filter((each) => !asked.includes(each))) expect(body, `${path} never names ${name}`).not.toContain(name);
    }
    // The comparison can fail: what is in sight differs and is seen to differ.
    await writeEntry(fuller.cluster, "legacy", "seen-by-all");
    await expect
      .poll(async () => (await answerOf(request, fuller.dashboard, "/entries")).body)
      .not.toBe((await answerOf(request, plain.dashboard, "/entries")).body);
  } finally {
    await Promise.all(worlds.map((world) => world.end()));
  }
});

interface Answer {
  readonly status: number;
  readonly body: string;
}

interface World {
  readonly dashboard: SecondDashboard;
  readonly cluster: Cluster;
  end(): Promise<void>;
}

/** The same seed, at a pace at which nothing happens by itself; some more entries where nobody may look. */
async function startWorld(foreign: number): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "stolos-world-"));
  const { program } = await startSandbox(folder, ["--scenario", "steady", "--seed", "5", "--speed", "1", "--max-age", "86400"]);
  const cluster = new Cluster(join(folder, "admin.kubeconfig"));
  for (let index = 0; index < foreign; index++) {
    await writeEntry(cluster, "payments", `zz-foreign-${index}`, {
      spec: { address: `203.0.113.${index + 1}`, labels: { "unseen-label": "x" }, locality: "zz-foreign/zone" },
    });
  }
  expect(await entriesOf(cluster, "legacy", "sap-bridge")).toHaveLength(6);
  const dashboard = await startSecond({ KUBECONFIG: join(folder, "dashboard.kubeconfig"), STOLOS_VISIBLE_NAMESPACES: "legacy" });
  return {
    dashboard,
    cluster,
    end: async () => {
      await Promise.all([dashboard.end(), program.end()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What differs between any two processes is made equal: nonces, times, ages (the two worlds began a moment apart), uids, the made-up parts of replicas' names, the order of an object's own keys stays. */
async function answerOf(request: APIRequestContext, { address }: SecondDashboard, path: string): Promise<Answer> {
  const answer = await request.get(`${address}${path}`, { maxRedirects: 0 });
  const body = (await answer.text())
    .replace(/nonce(=\\?"|\\?":\\?")[A-Za-z0-9+/=]+/g, "nonce$1")
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "UID")
    .replace(/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?/g, "TIME")
    .replace(/\b1[789]\d{11}(\.\d+)?\b/g, "MS")
    .replace(/\b\d\d:\d\d:\d\d\b/g, "CLOCK")
    .replace(/127\.0\.0\.1:\d+/g, "HOST")
    .replace(/(≥ )?\b(\d+[ydhms](\d+[dm])?|\d+ (s|min|h|d)|\d+\.\d s)\b/g, "AGE")
    .replace(/"(x-stolos-build|buildId|b)\\?":\\?"[^"\\]+/g, '"$1":"BUILD');
  return { status: answer.status(), body };
}
