import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { iconColour } from "@/e2e/cluster/fleet-pages";
import { expect, test } from "./fixtures";
import { startSandbox } from "./house";
import { startSecond } from "./second-dashboard";

test("of two clusters, one is lost: its rows are not green, the other's stay live", async ({ page, house }) => {
  const folder = mkdtempSync(join(tmpdir(), "stolos-two-"));
  const lost = await startSandbox(folder, ["--scenario", "steady", "--entries", "60", "--speed", "4"]);
  const both = join(folder, "both");
  writeFileSync(both, merged({ here: readFileSync(house.kubeconfigOf("dashboard"), "utf8"), there: readFileSync(join(folder, "kubeconfig"), "utf8") }));
  const second = await startSecond({ KUBECONFIG: both, STOLOS_CONTEXTS: "*" });

  await page.goto(`${second.address}/entries?q=oracle-primary+sap-bridge-10.60.0.4`);
  await page.goto(`${second.address}/entries?cluster=there&columns=`);
  await expect(page.locator("main [data-row-link]").first()).toBeVisible();
  const there = (await page.locator("main [data-row-link]").first().textContent()) ?? "";
  await page.goto(`${second.address}/entries?q=${there}`);
  const green = await iconColour(page, there);

  const other = await page.context().newPage();
  await other.goto(`${second.address}/entries?cluster=here&q=group:legacy/sap-bridge`);
  const here = (await other.locator("main [data-row-link]").first().textContent()) ?? "";
  expect(await iconColour(other, here)).toBe(green);
  await expect(other.locator("main [data-row-link]").first()).toHaveAttribute("href", /^\/c\/here\//);

  await lost.program.end();
  await expect(page.getByText(/^there: (Not live|Catching up)/).first()).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => iconColour(page, there), { message: "a machine of the lost cluster is not green" }).not.toBe(green);
  expect(await iconColour(other, here), "a machine of the other cluster still is").toBe(green);
  await expect(other.getByText(/^here: /)).toHaveCount(0);
  await expect(other.getByText(/^there: /).first()).toBeVisible();

  // The other one goes on living: what is written there arrives.
  await house.control("POST", `/vms/legacy/${here}/health`, { problem: "probe failed" });
  await expect(other.getByRole("row").filter({ hasText: here })).toContainText("probe failed");
  await house.control("POST", `/vms/legacy/${here}/health`, { problem: "" });
  await expect(other.getByRole("row").filter({ hasText: here })).toContainText("Healthy");
  await second.end();
  rmSync(folder, { recursive: true, force: true });
});

interface Kubeconfig {
  readonly clusters: readonly { readonly cluster: object }[];
  readonly users: readonly { readonly user: object }[];
}

/** One kubeconfig with a context for each of these, by name. */
function merged(texts: Readonly<Record<string, string>>): string {
  const parts = Object.entries(texts).map(([name, text]) => {
    const config: Kubeconfig = parse(text);
    return { name, cluster: config.clusters[0]?.cluster, user: config.users[0]?.user };
  });
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": parts[0]?.name,
    clusters: parts.map(({ name, cluster }) => ({ name, cluster })),
    users: parts.map(({ name, user }) => ({ name, user })),
    contexts: parts.map(({ name }) => ({ name, context: { cluster: name, user: name } })),
  });
}
