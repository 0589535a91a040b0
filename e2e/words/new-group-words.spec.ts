import { setTimeout as wait } from "node:timers/promises";
import { Cluster } from "@/e2e/cluster";
import { expect, test } from "@/e2e/fixtures";
import { DEPLOYMENTS, OLD_REVISION } from "@/e2e/old-revision";
import { signIn } from "@/e2e/token-sign-in";
import { askAs } from "./asked";
import { checkPage } from "./check-page";
import { RawWatch } from "./raw-watch";
import { Truth } from "./truth";

test.use({
  houseOptions: {
    sandboxArguments: ["--scenario", "steady", "--seed", "3", "--speed", "4"],
    settings: { STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1", STOLOS_READ_ONLY: "false", STOLOS_SIGN_IN: "token" },
  },
});

for (const person of ["engineer", "viewer"]) {
  test(`the first step of a new group says what is true for ${person}, by access reviews and a watch of the test's own`, async ({
    page,
    house,
    cluster,
    complaints,
  }) => {
    await cluster.create(DEPLOYMENTS, OLD_REVISION);
    const raw = await RawWatch.start(cluster);
    const { token } = new Cluster(house.kubeconfigOf(person));
    const namespaces = ((await cluster.get("/api/v1/namespaces")).items ?? []).map(({ metadata }) => metadata.name);
    const asked = await askAs(new Cluster(house.kubeconfigOf(person)), namespaces);
    await signIn(page, complaints, token);
    const wrong: string[] = [];
    let [compared, caught] = [0, 0];
    for (const path of ["/groups/new?cluster=sandbox", "/groups/new?cluster=sandbox&namespace=payments"]) {
      await page.goto(path);
      await expect(page.getByText("asking", { exact: true })).toHaveCount(0);
      await wait(500);
      const report = await checkPage(page, (text) => new Truth(raw, text, { from: house.startedAt, to: Date.now() }, asked));
      wrong.push(...report.wrong.map((one) => `${path}: ${one}`));
      [compared, caught] = [compared + report.compared, caught + report.caught];
    }
    raw.end();
    await cluster.delete(`${DEPLOYMENTS}/${OLD_REVISION.metadata.name}`);
    expect(wrong).toEqual([]);
    expect(compared, "rights, facts, revisions and settings were compared").toBeGreaterThan(40);
    expect(caught, "a check that cannot fail is none").toBeGreaterThan(compared * 0.9);
  });
}
