import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import type { Page } from "@playwright/test";
import { type ApiProxy, startApiProxy } from "./api-proxy";
import { type Complaints, expect, test } from "./fixtures";
import { type SecondDashboard, startSecond, temporaryFile } from "./second-dashboard";

const ISTIO = "/apis/networking.istio.io/v1/namespaces/shop";
const ACCOUNTS = "/api/v1/namespaces/shop/serviceaccounts";

let proxy: ApiProxy;
let second: SecondDashboard;
let removeFile: () => void;

/** A dashboard of somebody who may write in shop, whose API server stands behind a door. */
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

/** Is it the change itself, and not its trial? */
function isCreation({ method, url = "" }: IncomingMessage, kind: string): boolean {
  return method === "POST" && url.includes(`/${kind}?`) && !url.includes("dryRun");
}

/** The review of a draft for a group and its account, both of which the API server would take. */
async function review(page: Page, name: string): Promise<void> {
  await page.goto(`${second.address}/groups/new/describe?cluster=sandbox&namespace=shop`);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("link", { name: "Review", exact: true }).click();
  await expect(page.getByText("It would take it", { exact: true })).toHaveCount(2);
}

const apply = (page: Page) => page.getByRole("button", { name: /^Apply/ }).click();
const claimFailures = (complaints: Complaints) => complaints.claim(/status of (409|502|503)|ERR_/);

test("after a lost answer nobody claims that the group was made, and the next attempt finds it and makes no second", async ({ page, cluster, complaints }) => {
  claimFailures(complaints);
  await review(page, "lost-answer");
  proxy.answerSome((incoming) => (isCreation(incoming, "workloadgroups") ? "lost" : null));
  await apply(page);
  await expect(page.getByText("Not known whether it was made", { exact: true })).toBeVisible();
  await expect(page.getByText("The API server has all of them.")).toBeHidden();
  const { metadata } = await cluster.get(`${ISTIO}/workloadgroups/lost-answer`);
  proxy.answerSome(() => null);
  await apply(page);
  await expect(page.getByText("The API server has all of them.")).toBeVisible();
  await expect(page.getByText("There already, and the same", { exact: true })).toBeVisible();
  expect(await cluster.get(`${ISTIO}/workloadgroups/lost-answer`)).toMatchObject({
    metadata: { uid: metadata.uid, resourceVersion: metadata.resourceVersion },
  });
});

test("while a webhook times out nothing is claimed, its own words are shown, and the rest is made once it is back", async ({ page, cluster, complaints }) => {
  claimFailures(complaints);
  await review(page, "slow-webhook");
  const message = 'Internal error occurred: failed calling webhook "validation.istio.io": context deadline exceeded';
  const status = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "InternalError", code: 500, message };
  proxy.answerSome((incoming) =>
    isCreation(incoming, "workloadgroups") ? (answer) => answer.writeHead(500, { "content-type": "application/json" }).end(JSON.stringify(status)) : null,
  );
  await apply(page);
  await expect(page.getByRole("alert").filter({ hasText: "context deadline exceeded" })).toBeVisible();
  await expect(page.getByText("Accepted", { exact: true })).toHaveCount(1);
  await expect(page.getByText("The API server has all of them.")).toBeHidden();
  const account = await cluster.get(`${ACCOUNTS}/slow-webhook-vm`);
  proxy.answerSome(() => null);
  await apply(page);
  await expect(page.getByText("The API server has all of them.")).toBeVisible();
  expect(await cluster.get(`${ACCOUNTS}/slow-webhook-vm`)).toMatchObject({ metadata: { uid: account.metadata.uid } });
  expect(await cluster.get(`${ISTIO}/workloadgroups/slow-webhook`)).toMatchObject({ metadata: { name: "slow-webhook" } });
});

test("an API server that restarts between two objects leaves the first made and the second not, and only that is made then", async ({
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
  await expect(page.getByText("Not known whether it was made", { exact: true })).toBeVisible();
  await expect(page.getByText("Accepted", { exact: true })).toHaveCount(1);
  const account = await cluster.get(`${ACCOUNTS}/restarted-vm`);
  await expect(cluster.get(`${ISTIO}/workloadgroups/restarted`)).rejects.toThrow(/404|not found/i);
  proxy.answerAll(null);
  await apply(page);
  await expect(page.getByText("The API server has all of them.")).toBeVisible({ timeout: 20_000 });
  expect(await cluster.get(`${ACCOUNTS}/restarted-vm`)).toMatchObject({ metadata: { uid: account.metadata.uid } });
});

test("two tabs with one draft make it once, and the slower one says that it is there", async ({ page, context, cluster, complaints }) => {
  claimFailures(complaints);
  await review(page, "two-tabs");
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByText("It would take it", { exact: true })).toHaveCount(2);
  await Promise.all([apply(page), apply(other)]);
  for (const tab of [page, other]) await expect(tab.getByText("The API server has all of them.")).toBeVisible();
  const words = await Promise.all([page, other].map((tab) => tab.getByRole("status").allTextContents()));
  expect(words.flat().filter((word) => word === "Accepted")).toHaveLength(2);
  const { items = [] } = await cluster.get(`${ISTIO}/workloadgroups`);
  expect(items.filter(({ metadata }) => metadata.name === "two-tabs")).toHaveLength(1);
  await other.close();
});

test("a double click makes nothing twice: not the objects of a draft, nor a token, nor a deletion", async ({ page, cluster, complaints }) => {
  claimFailures(complaints);
  /** How often something was written, trials aside. */
  const written = (method: string, path: string) =>
    proxy.seen.filter((request) => request.method === method && request.path.startsWith(`${path}?`) && !request.path.includes("dryRun")).length;
  const made = () => ({ groups: written("POST", `${ISTIO}/workloadgroups`), accounts: written("POST", ACCOUNTS) });
  await review(page, "double");
  const before = made();
  await page.getByRole("button", { name: "Apply", exact: true }).dblclick();
  await expect(page.getByText("The cluster has the group.")).toBeVisible();
  expect(made()).toEqual({ groups: before.groups + 1, accounts: before.accounts + 1 });

  await page.goto(`${second.address}/c/sandbox/groups/shop/double/bundle`);
  await page.getByRole("button", { name: "Show the files and a token" }).dblclick();
  await expect(page.getByRole("region", { name: "istio-token" })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download all, with a token" }).dblclick();
  await download;
  expect(written("POST", `${ACCOUNTS}/double-vm/token`)).toBe(2);

  await page.goto(`${second.address}/c/sandbox/groups/shop/double`);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).dblclick();
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
