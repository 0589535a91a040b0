import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { shownFiles } from "./bundle-files";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { BUTTON } from "./labels";
import { startSecond } from "./second-dashboard";
import { signIn } from "./token-sign-in";

/** The API server limits every token to a few seconds. */
const LIFE_SECONDS = 8;

test.use({
  houseOptions: {
    sandboxArguments: ["--scenario", "steady", "--seed", "1", "--speed", "4", "--max-token-seconds", String(LIFE_SECONDS)],
    settings: { STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1", STOLOS_READ_ONLY: "false", STOLOS_SIGN_IN: "token" },
  },
});

const CORE = "/api/v1/namespaces/shop";
const ISTIO = "/apis/networking.istio.io/v1/namespaces/shop";

test("names the expired token as the cause while no machine arrives, also after a restart", async ({ page, house, cluster, complaints }) => {
  test.setTimeout(90_000);
  const metadata = { name: "late", namespace: "shop" };
  await cluster.create(`${CORE}/serviceaccounts`, { apiVersion: "v1", kind: "ServiceAccount", metadata: { ...metadata, name: "late-vm" } });
  const spec = { metadata: { labels: { app: "late" } }, template: { serviceAccount: "late-vm" } };
  await cluster.create(`${ISTIO}/workloadgroups`, { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", metadata, spec });
  const folder = mkdtempSync(join(tmpdir(), "stolos-ended-"));
  const settings = { KUBECONFIG: house.kubeconfigOf("dashboard"), STOLOS_READ_ONLY: "false", STOLOS_SIGN_IN: "token", STOLOS_DATA: folder };
  const { token } = new Cluster(house.kubeconfigOf("team-shop"));
  const first = await startSecond(settings);

  await signIn(page, complaints, token, first.address);
  await page.goto(`${first.address}/c/sandbox/groups/shop/late/bundle`);
  await page.getByRole("button", { name: BUTTON.showTheFilesAndAToken }).click();
  await expect(page.getByText(`requested expiration of 3600 seconds shortened to ${LIFE_SECONDS} seconds`)).toBeVisible();
  const shown = page.getByRole("region", { name: "istio-token" });
  await expect(shown.getByRole("timer")).toHaveText(/^ends in 0:0\d$/);
  const files = await shownFiles(page);
  await expect(shown.getByRole("timer")).toHaveText("ended: make another", { timeout: 15_000 });

  await house.control("POST", "/vms", { name: "late-1", address: "10.20.99.5", bundle: files });
  await page.goto(`${first.address}/c/sandbox/groups/shop/late/arrive`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^No new machine is here yet\. Its token ended \d+ s ago: make another\.$/);
  await expect(page.getByRole("region", { name: "Seen by this server" })).toContainText("The token has ended.");
  await expect
    .poll(async () => (await house.control("GET", "/vms/shop/late-1")) as object)
    .toMatchObject({ state: expect.stringContaining("Unauthenticated") });
  await page.goto(`${first.address}/audit`);
  await expect(page.getByRole("row", { name: /issue-token/ })).toContainText("for machines of late");
  await first.end();

  const again = await startSecond(settings);
  await signIn(page, complaints, token, again.address);
  await page.goto(`${again.address}/c/sandbox/groups/shop/late/arrive`);
  await expect(page.getByRole("region", { name: "Seen by this server" })).toContainText("The token has ended.");
  await again.end();
  rmSync(folder, { recursive: true, force: true });
});
