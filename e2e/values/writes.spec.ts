import { setTimeout as wait } from "node:timers/promises";
import { Cluster } from "@/e2e/cluster";
import { expect, test } from "@/e2e/fixtures";
import { writeEntry } from "@/e2e/fleet";
import { BUTTON } from "@/e2e/labels";
import { DEPLOYMENTS, OLD_REVISION } from "@/e2e/old-revision";
import { signIn } from "@/e2e/token-sign-in";
import { checkOnce, checkPage, type PageReport } from "./check-page";
import { deletionInvariants, newGroupInvariants } from "./invariants/writes";
import { permissionsOf } from "./permissions";
import { RawWatch } from "./raw-watch";
import { Worlds } from "./truth";

test.use({ houseOptions: "writing" });

/** `npm run prove -- values` reads the first step of a new group too. */
const READERS = process.env.STOLOS_VALUES === "all" ? ["engineer", "viewer"] : [];

for (const person of READERS) {
  test(`the first step of a new group shows ${person} the permissions, values of the mesh and revisions that the cluster has`, async ({
    page,
    house,
    cluster,
    complaints,
  }) => {
    await cluster.create(DEPLOYMENTS, OLD_REVISION);
    const raw = await RawWatch.start(cluster);
    const own = new Cluster(house.kubeconfigOf(person));
    const namespaces = ((await cluster.get("/api/v1/namespaces")).items ?? []).map(({ metadata }) => metadata.name);
    const invariants = newGroupInvariants(await permissionsOf(own, namespaces));
    await signIn(page, complaints, own.token);
    const worlds = new Worlds(raw, { from: house.startedAt, to: Date.now() });
    for (const path of ["/groups/new?cluster=sandbox", "/groups/new?cluster=sandbox&namespace=payments"]) {
      await page.goto(path);
      await expect(page.locator("main [data-state=waiting]")).toHaveCount(0);
      await wait(500);
      expectTrue(await checkPage(page, worlds, invariants));
    }
    raw.end();
    await cluster.delete(`${DEPLOYMENTS}/${OLD_REVISION.metadata.name}`);
  });
}

test("the dialog that deletes several entries shows the services and machines that lose them", async ({ page, house, cluster, complaints }) => {
  await writeEntry(cluster, "payments", "a-by-hand", { spec: { address: "10.98.7.1", labels: { app: "ledger" } } });
  const raw = await RawWatch.start(cluster);
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("engineer")).token);
  await page.goto("/entries?q=app%3Dledger&sort=name");
  const boxes = page.locator("[data-row-select]");
  await expect(page.locator("[data-row-select][data-row-name=a-by-hand]")).toBeVisible();
  const chosen: string[] = [];
  for (const at of [0, 1, 2]) {
    chosen.push(`payments/${(await boxes.nth(at).getAttribute("data-row-name")) ?? ""}`);
    await boxes.nth(at).check();
  }
  await page.getByRole("button", { name: BUTTON.deleteEntries(3) }).click();
  await expect(page.locator("dialog [data-fate]").first()).toBeVisible();
  const report = await checkOnce(page, new Worlds(raw, { from: house.startedAt, to: Date.now() }), deletionInvariants(chosen));
  raw.end();
  expectTrue(report);
});

/** All values are right, and a change of one of them is noticed. */
function expectTrue({ wrong, outcomes }: PageReport): void {
  expect(wrong).toEqual([]);
  for (const { invariant, compared, caught, missed } of outcomes)
    expect(caught, `${invariant}: missed ${missed.join("; ")}`).toBeGreaterThanOrEqual(compared * 0.9);
}
