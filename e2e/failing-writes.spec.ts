import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import type { Page } from "@playwright/test";
import { type ApiProxy, startApiProxy } from "./api-proxy";
import { tokenSection } from "./bundle-files";
import { type Complaints, expect, test } from "./fixtures";
import { BUTTON } from "./labels";
import { expectAllMade, objectsWith, reviewGroup } from "./new-group-steps";
import { menuAction } from "./page-menu";
import { type SecondDashboard, startSecond, temporaryFile } from "./second-dashboard";

const ISTIO = "/apis/networking.istio.io/v1/namespaces/shop";
const ACCOUNTS = "/api/v1/namespaces/shop/serviceaccounts";

let proxy: ApiProxy;
let second: SecondDashboard;
let removeFile: () => void;

/** A dashboard with the account of team-shop, whose API server is behind a proxy. */
test.beforeAll(async ({ house }) => {
  const config = readFileSync(house.kubeconfigOf("team-shop"), "utf8");
  const server = /server: (\S+)/.exec(config)?.[1] ?? "";
  proxy = await startApiProxy(server);
  const file = temporaryFile(config.replaceAll(server, proxy.address));
  removeFile = file.remove;
  second = await startSecond({ KUBECONFIG: file.path, STOLOS_READ_ONLY: "false", STOLOS_NAMESPACES: "shop", STOLOS_HISTORY: "off" });
});

test.afterAll(async () => {
  await second.end();
  await proxy.close();
  removeFile();
});

test.afterEach(async ({ page }) => {
  proxy.answerAll(null);
  await page.goto("about:blank");
});

/** Is it the creation itself, and no dry run? */
function isCreation({ method, url = "" }: IncomingMessage, kind: string): boolean {
  return method === "POST" && url.includes(`/${kind}?`) && !url.includes("dryRun");
}

/** Opens the review of a draft for a group and its account, both of which the API server would accept. */
async function review(page: Page, name: string): Promise<void> {
  await reviewGroup(page, name, second.address);
  await expect(objectsWith(page, "would")).toHaveCount(2);
}

/** Presses "Apply", or "Apply the rest". */
const apply = (page: Page) => page.getByRole("button", { name: BUTTON.apply }).click();
/** No object is left to make. */
const allMade = (page: Page) => page.locator('main [data-made][data-left="0"]');
const claimFailures = (complaints: Complaints) => complaints.claim(/status of (409|502|503)|ERR_/);

test("after a lost answer the result is unknown, and the next apply finds the group and makes no second one", { tag: "@lost-answer" }, async ({
  page,
  cluster,
  complaints,
}) => {
  claimFailures(complaints);
  await review(page, "lost-answer");
  proxy.answerSome((incoming) => (isCreation(incoming, "workloadgroups") ? "lost" : null));
  await apply(page);
  await expect(objectsWith(page, "unknown")).toHaveCount(1);
  await expect(allMade(page)).toBeHidden();
  const { metadata } = await cluster.get(`${ISTIO}/workloadgroups/lost-answer`);
  proxy.answerSome(() => null);
  await apply(page);
  await expectAllMade(page);
  await expect(objectsWith(page, "same")).toHaveCount(1);
  expect(await cluster.get(`${ISTIO}/workloadgroups/lost-answer`)).toMatchObject({
    metadata: { uid: metadata.uid, resourceVersion: metadata.resourceVersion },
  });
});

test("while a webhook times out its message is shown and the group is not made, and a later apply makes it", { tag: "@webhook-timeout" }, async ({
  page,
  cluster,
  complaints,
}) => {
  claimFailures(complaints);
  await review(page, "slow-webhook");
  const message = 'Internal error occurred: failed calling webhook "validation.istio.io": context deadline exceeded';
  const status = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "InternalError", code: 500, message };
  proxy.answerSome((incoming) =>
    isCreation(incoming, "workloadgroups") ? (answer) => answer.writeHead(500, { "content-type": "application/json" }).end(JSON.stringify(status)) : null,
  );
  await apply(page);
  await expect(page.getByRole("alert").filter({ hasText: "context deadline exceeded" })).toBeVisible();
  await expect(objectsWith(page, "made")).toHaveCount(1);
  await expect(allMade(page)).toBeHidden();
  const account = await cluster.get(`${ACCOUNTS}/slow-webhook-vm`);
  proxy.answerSome(() => null);
  await apply(page);
  await expectAllMade(page);
  expect(await cluster.get(`${ACCOUNTS}/slow-webhook-vm`)).toMatchObject({ metadata: { uid: account.metadata.uid } });
  expect(await cluster.get(`${ISTIO}/workloadgroups/slow-webhook`)).toMatchObject({ metadata: { name: "slow-webhook" } });
});

test("after an API server restart between two objects, the next apply makes only the second one", { tag: "@api-server-restarts" }, async ({
  page,
  cluster,
  complaints,
}) => {
  claimFailures(complaints);
  await review(page, "restarted");
  let isAway = false;
  proxy.answerSome((incoming) => {
    isAway ||= isCreation(incoming, "workloadgroups");
    return isAway ? (answer) => answer.destroy() : null;
  });
  await apply(page);
  await expect(objectsWith(page, "unknown")).toHaveCount(1);
  await expect(objectsWith(page, "made")).toHaveCount(1);
  const account = await cluster.get(`${ACCOUNTS}/restarted-vm`);
  await expect(cluster.get(`${ISTIO}/workloadgroups/restarted`)).rejects.toThrow(/404|not found/i);
  proxy.answerAll(null);
  await apply(page);
  await expectAllMade(page, { timeout: 20_000 });
  expect(await cluster.get(`${ACCOUNTS}/restarted-vm`)).toMatchObject({ metadata: { uid: account.metadata.uid } });
});

test("two tabs with one draft make each object once", { tag: "@two-tabs-one-draft" }, async ({ page, context, cluster, complaints }) => {
  claimFailures(complaints);
  await review(page, "two-tabs");
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(objectsWith(other, "would")).toHaveCount(2);
  await Promise.all([apply(page), apply(other)]);
  for (const tab of [page, other]) await expectAllMade(tab);
  const made = await Promise.all([page, other].map((tab) => objectsWith(tab, "made").count()));
  expect(made.reduce((sum, count) => sum + count, 0)).toBe(2);
  const { items = [] } = await cluster.get(`${ISTIO}/workloadgroups`);
  expect(items.filter(({ metadata }) => metadata.name === "two-tabs")).toHaveLength(1);
  await other.close();
});

test("a double click sends the objects of a draft, a token request and a deletion only once", { tag: "@double-click" }, async ({
  page,
  cluster,
  complaints,
}) => {
  claimFailures(complaints);
  /** The number of writes, without dry runs. */
  const written = (method: string, path: string) =>
    proxy.seen.filter((request) => request.method === method && request.path.startsWith(`${path}?`) && !request.path.includes("dryRun")).length;
  const made = () => ({ groups: written("POST", `${ISTIO}/workloadgroups`), accounts: written("POST", ACCOUNTS) });
  await review(page, "double");
  const before = made();
  await page.getByRole("button", { name: BUTTON.apply, exact: true }).dblclick();
  await expect(page.locator('[data-watch="shown"]')).toBeVisible();
  expect(made()).toEqual({ groups: before.groups + 1, accounts: before.accounts + 1 });

  await page.goto(`${second.address}/c/sandbox/groups/shop/double/bundle`);
  await page.getByRole("button", { name: BUTTON.showTheFilesAndAToken }).dblclick();
  await expect(tokenSection(page)).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: BUTTON.downloadAllWithAToken }).dblclick();
  await download;
  expect(written("POST", `${ACCOUNTS}/double-vm/token`)).toBe(2);

  await page.goto(`${second.address}/c/sandbox/groups/shop/double`);
  await (await menuAction(page, BUTTON.deleteGroup)).click();
  await page.getByRole("dialog").getByRole("button", { name: BUTTON.delete, exact: true }).dblclick();
  await expect
    .poll(() =>
      cluster.get(`${ISTIO}/workloadgroups/double`).then(
        () => "there",
        () => "gone",
      ),
    )
    .toBe("gone");
  expect(written("DELETE", `${ISTIO}/workloadgroups/double`)).toBe(1);
});
