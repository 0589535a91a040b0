import { setTimeout as wait } from "node:timers/promises";
import { Cluster } from "@/e2e/cluster";
import { expect, test } from "@/e2e/fixtures";
import { writeEntry } from "@/e2e/fleet";
import { DEPLOYMENTS, OLD_REVISION } from "@/e2e/old-revision";
import { signIn } from "@/e2e/token-sign-in";
import { askAs, NOTHING_ASKED } from "./asked";
import { checkDialog, checkPage } from "./check-page";
import { RawWatch } from "./raw-watch";
import { Truth } from "./truth";

test.use({
  houseOptions: {
    sandboxArguments: ["--scenario", "steady", "--seed", "3", "--speed", "4"],
    settings: { STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1", STOLOS_READ_ONLY: "false", STOLOS_SIGN_IN: "token" },
  },
});

/** `npm run prove -- words` reads the first step too. */
const READERS = process.env.STOLOS_WORDS === "all" ? ["engineer", "viewer"] : [];

for (const person of READERS) {
  test(`the first step of a new group says what is true for ${person}, by access reviews and a watch of the test's own`, async ({
    page,
    house,
    cluster,
    complaints,
  }) => {
    await cluster.create(DEPLOYMENTS, OLD_REVISION);
    const raw = await RawWatch.start(cluster);
    const own = new Cluster(house.kubeconfigOf(person));
    const namespaces = ((await cluster.get("/api/v1/namespaces")).items ?? []).map(({ metadata }) => metadata.name);
    const asked = await askAs(person, own, namespaces);
    await signIn(page, complaints, own.token);
    const wrong: string[] = [];
    const missed: string[] = [];
    let [compared, caught] = [0, 0];
    for (const path of ["/groups/new?cluster=sandbox", "/groups/new?cluster=sandbox&namespace=payments"]) {
      await page.goto(path);
      await expect(page.getByText("asking", { exact: true })).toHaveCount(0);
      await wait(500);
      const report = await checkPage(page, (text) => new Truth(raw, text, { from: house.startedAt, to: Date.now() }, asked));
      wrong.push(...report.wrong.map((one) => `${path}: ${one}`));
      missed.push(...report.missed.map((one) => `${path}: ${one}`));
      [compared, caught] = [compared + report.compared, caught + report.caught];
    }
    raw.end();
    await cluster.delete(`${DEPLOYMENTS}/${OLD_REVISION.metadata.name}`);
    process.stdout.write(`    ${person}: ${compared} compared; ${caught} of them found when falsified\n`);
    expect(wrong).toEqual([]);
    expect(compared, "rights, facts, revisions and settings were compared").toBeGreaterThan(40);
    expect(caught, `a check that cannot fail is none: ${missed.join("\n")}`).toBeGreaterThan(compared * 0.9);
  });
}

test("what is told before several entries are deleted is what a watch of the test's own finds", async ({ page, house, cluster, complaints }) => {
  await writeEntry(cluster, "payments", "a-by-hand", { spec: { address: "10.98.7.1", labels: { app: "ledger" } } });
  const raw = await RawWatch.start(cluster);
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("engineer")).token);
  await page.goto("/entries?q=app%3Dledger&sort=name");
  const boxes = page.getByRole("checkbox", { name: /^Select / });
  await expect(page.getByRole("checkbox", { name: "Select a-by-hand" })).toBeVisible();
  const chosen: string[] = [];
  for (const at of [0, 1, 2]) {
    chosen.push(`payments/${((await boxes.nth(at).getAttribute("aria-label")) ?? "").replace("Select ", "")}`);
    await boxes.nth(at).check();
  }
  await page.getByRole("button", { name: "Delete 3 entries" }).click();
  await expect(page.getByRole("list", { name: "What becomes of their machines" })).toBeVisible();
  const report = await checkDialog(page, (text) => new Truth(raw, text, { from: house.startedAt, to: Date.now() }, { ...NOTHING_ASKED, chosen }));
  raw.end();
  expect(report.wrong).toEqual([]);
  expect(report.compared, "hosts, places, machines and names were compared").toBeGreaterThan(8);
  expect(report.caught, "a check that cannot fail is none").toBeGreaterThan(report.compared * 0.9);
});
