import { expectHeadline } from "@/e2e/cluster/fleet-pages";
import { expect, test } from "./fixtures";
import { entryPage, entryPath, freshEntry, writeEntry } from "./fleet";

const BY_HAND = [
  ["legacy", "oracle-primary", "10.60.9.11", /^No health check decides about this machine\. No host selects it\./],
  ["legacy", "sap-router", "saprouter.corp.example.com", /^No health check decides about this machine\. No host selects it\./],
  ["legacy", "print-spooler", "unix:///var/run/cups/cups.sock", /^No health check decides about this machine\. No host selects it\./],
  ["data-platform", "partner-lake", "gcp-frankfurt", /^No health check decides about this machine\. No host selects it\./],
  ["media", "encoder-lab-v6", "2001:db8:42::7", /^No health check decides about this machine\. No host selects it\./],
  ["logistics", "conveyor-plc-07", "germanywestcentral/germanywestcentral-2/hall-3", /^No health check decides about this machine\. No host selects it\./],
  ["logistics", "sklad-gateway", "команда=склад-запад", /^No health check decides about this machine\. No host selects it\./],
  ["identity", "radius-bridge", "10.20.14.90", /waits for its first health report\. Istio sends it no traffic/],
  ["shop", "storefront-blue-spare", "10.20.14.201", /is being drained\. Istio sends it no traffic/],
] as const;

test("every kind of entry that people write by hand has a page that says what Istio makes of it", async ({ page }) => {
  for (const [namespace, name, shown, headline] of BY_HAND) {
    await page.goto(entryPage(namespace, name));
    await expectHeadline(page, headline);
    await expect(page.getByRole("main"), `${name} tells ${shown}`).toContainText(shown);
    await expect(page.getByRole("region", { name: "Belongs to" })).toContainText("no group: neither owner reference nor annotation names one");
  }
});

test("a machine's page tells evidence, labels with origin, owner, next action and commands", async ({ page, cluster }) => {
  const entry = await freshEntry(cluster, "payments", "card-gateway");
  await page.goto(entryPage("payments", entry));
  await expectHeadline(
    page,
    /^This machine is healthy\. It answers for card-gateway\.payments\.svc\.cluster\.local\. It has been connected to istiod-\S+ for \d+ (s|min)\.$/,
  );
  await expect(page.getByRole("main")).toContainText("closes the connection at about its maximum age");
  await expect(page.getByRole("timer")).toHaveText(/^in\s*\d+:\d\d$/);
  const why = page.getByRole("region", { name: "Why" });
  for (const field of ["istio.io/connectedAt", "istio.io/workloadController", "proxy.istio.io/health-checks-enabled"]) await expect(why).toContainText(field);
  const hosts = page.getByRole("table", { name: "Hosts that select this machine, by port" });
  const [port] = await hosts.getByRole("row").filter({ hasText: "card-gateway.payments.svc.cluster.local" }).all();
  await expect(port ?? hosts, "a port of its own would win, by its name").toContainText("mTLS");
  await expect(page.getByRole("region", { name: "Policies" })).toContainText("its sidecar takes mTLS only (STRICT)");
  const labels = page.getByRole("table", { name: "Effective labels and their origin" });
  await expect(labels.getByRole("row").filter({ hasText: "app=card-gateway" })).toContainText("spec.labels");
  await expect(page.getByRole("region", { name: "Belongs to" })).toContainText("card-gateway");
  await expect(page.getByRole("region", { name: "Commands" })).toContainText(`kubectl --context sandbox -n payments get workloadentry/${entry} -o yaml`);
  await expect(page.getByRole("region", { name: "Commands" })).toContainText("sudo journalctl --unit istio");
  await expect(page.getByRole("region", { name: "Events" })).toContainText("istiod writes no Kubernetes Events for these objects.");
  await labels.getByRole("link", { name: "app=card-gateway", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "24 of" })).toBeVisible();
});

test("the state's word explains itself in place, and the keyboard comes back to where it was", async ({ page }) => {
  await page.goto(entryPage("identity", "radius-bridge"));
  const ask = page.getByRole("button", { name: "What does Awaiting first probe mean?" });
  await ask.press("Enter");
  const explained = page.getByRole("dialog", { name: "Awaiting first probe" });
  for (const words of [
    "Health decides about this machine and nothing was reported yet",
    "Cause",
    "What Istio does next",
    "What to do",
    "readinessProbe",
    "kubectl",
  ]) {
    await expect(explained).toContainText(words);
  }
  await page.keyboard.press("Escape");
  await expect(explained).toHaveCount(0);
  await expect(ask).toBeFocused();
});

test("labels say where they come from, and which of two wins", async ({ page, cluster, complaints }) => {
  await writeEntry(cluster, "media", "two-labels", { metadata: { labels: { tier: "front", app: "same" } }, spec: { labels: { tier: "back", app: "same" } } });
  await page.goto(entryPage("media", "two-labels"));
  const labels = page.getByRole("table", { name: "Effective labels and their origin" });
  await expect(labels.getByRole("row").filter({ hasText: "tier=front" })).toContainText("metadata wins over back in spec.labels");
  await expect(labels.getByRole("row").filter({ hasText: "app=same" })).toContainText("spec.labels and metadata.labels");

  // It leaves while it is being looked at.
  await cluster.delete(entryPath("media", "two-labels"));
  await expectHeadline(page, "This entry is not in the API any more. It was not checked when last seen.");
  await page.goto(entryPage("media", "two-labels"));
  await expectHeadline(page, "This entry is not in the API any more. It was not checked when last seen.");
  complaints.claim(/404/);
  expect((await page.goto(entryPage("media", "never-there")))?.status()).toBe(404);
  await expectHeadline(page, "No such entry can be seen.");
  await page.getByRole("link", { name: "Entries of this name" }).click();
  await expect(page.getByText(/^None of [\d,]+ entries matches$/)).toBeVisible();
});
