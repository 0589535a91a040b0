import { expect, test } from "./fixtures";
import { entryPage, entryPath, freshEntry, writeEntry } from "./fleet";
import { LINK } from "./labels";
import { expectHeading, expectStatement, statementOf } from "./statements";
import { unfold, unfoldAll } from "./unfold";

/** No health check, and no service selects it: callers would be sent to it, but none is. */
const UNSELECTED = { state: "unchecked", serving: "yes-unchecked", services: [], selectedBy: 0 } as const;

const BY_HAND = [
  ["legacy", "oracle-primary", "10.60.9.11", UNSELECTED],
  ["legacy", "sap-router", "saprouter.corp.example.com", UNSELECTED],
  ["legacy", "print-spooler", "unix:///var/run/cups/cups.sock", UNSELECTED],
  ["data-platform", "partner-lake", "gcp-frankfurt", UNSELECTED],
  ["media", "encoder-lab-v6", "2001:db8:42::7", UNSELECTED],
  ["logistics", "conveyor-plc-07", "germanywestcentral/germanywestcentral-2/hall-3", UNSELECTED],
  ["logistics", "sklad-gateway", "команда=склад-запад", UNSELECTED],
  ["identity", "radius-bridge", "10.20.14.90", { state: "awaiting", serving: "no-awaiting" }],
  ["shop", "storefront-blue-spare", "10.20.14.201", { state: "draining", serving: "no-draining" }],
] as const;

test("every kind of entry written by hand has a page with its state and the traffic that it gets", async ({ page }) => {
  for (const [namespace, name, shown, values] of BY_HAND) {
    await page.goto(entryPage(namespace, name));
    await expectHeading(page, "entry-traffic", { entry: name, past: false, ...values });
    await unfoldAll(page);
    await expect(page.getByRole("main"), `the page of ${name} has ${shown}`).toContainText(shown);
    await expect(page.locator('[data-section="machine"] [data-membership="none"]')).toBeVisible();
  }
});

test("a machine's page has evidence, labels with origin, owner, next action and commands", async ({ page, cluster }) => {
  const entry = await freshEntry(cluster, "payments", "card-gateway");
  const replica = (await cluster.get(entryPath("payments", entry))).metadata.annotations?.["istio.io/workloadController"] ?? "";
  await page.goto(entryPage("payments", entry));
  await expectHeading(page, "entry-traffic", {
    ...{ entry, state: "healthy", verified: true, connection: "connected", serving: "yes-checked" },
    ...{ services: ["card-gateway.payments.svc.cluster.local"], moreServices: 0, connectedAt: /^\d{13}$/ },
  });
  // The machine may have moved to another replica since.
  await expectHeading(page, "entry-traffic", { replica: replica === "" ? /^istiod-/ : /^istiod-\S+$/ });
  await expectStatement(page, "entry-next", { action: "renew" });
  await expect(page.getByRole("timer"), "a routine reconnect has no countdown").toHaveCount(0);
  await unfoldAll(page);
  const evidence = page.locator('[data-section="evidence"]');
  for (const field of ["istio.io/connectedAt", "istio.io/workloadController", "proxy.istio.io/health-checks-enabled"])
    await expect(evidence).toContainText(field);
  const port = page.locator('[data-section="selected-by"] [data-host="card-gateway.payments.svc.cluster.local"]').first();
  await expect(port, "a port of its own would win, by its name").toHaveAttribute("data-tls", "mutual");
  await expect(page.locator('[data-section="policies"] [data-deed="takes"][data-mode="STRICT"]').first()).toBeVisible();
  const label = page.locator('[data-section="labels"] [data-label="app=card-gateway"]');
  await expect(label).toHaveAttribute("data-from", /^(spec|both)$/);
  await expect(page.locator('[data-section="machine"] [data-fact="group"]')).toContainText("card-gateway");
  const commands = page.locator('[data-section="commands"]');
  await expect(commands).toContainText(`kubectl --context sandbox -n payments get workloadentry/${entry} -o yaml`);
  await expect(commands).toContainText("sudo journalctl --unit istio");
  await expect(page.locator('[data-section="events"] [data-events="0"]')).toBeVisible();
  await label.getByRole("link", { name: "app=card-gateway", exact: true }).click();
  const { items = [] } = await cluster.get("/apis/networking.istio.io/v1/namespaces/payments/workloadentries");
  const matched = items.filter(({ spec, metadata }) => labelOf(spec, metadata.labels) === "card-gateway").length;
  await expectStatement(page, "entries-matched", { matched });
});

/** The label "app" of an entry: Istio prefers the one in its metadata. */
function labelOf(spec: object | undefined, labels: Readonly<Record<string, string>> | undefined): string | undefined {
  return labels?.app ?? (spec as { readonly labels?: Readonly<Record<string, string>> } | undefined)?.labels?.app;
}

test("the state's word has an explanation in place, and Escape returns the focus", async ({ page }) => {
  await page.goto(entryPage("shop", "storefront-blue-spare"));
  const trigger = page.locator('[data-explains="draining"]').first();
  await trigger.press("Enter");
  const explanation = page.locator('[data-explanation="draining"]');
  for (const part of ["meaning", "cause", "next", "todo"]) await expect(explanation.locator(`[data-part="${part}"]`)).toHaveText(/\S/);
  for (const word of ["istio.io/draining", "kubectl"]) await expect(explanation).toContainText(word);
  await page.keyboard.press("Escape");
  await expect(explanation).toHaveCount(0);
  await expect(trigger).toBeFocused();
});

test("labels show their origin, and the one that wins", async ({ page, cluster, complaints }) => {
  await writeEntry(cluster, "media", "two-labels", { metadata: { labels: { tier: "front", app: "same" } }, spec: { labels: { tier: "back", app: "same" } } });
  await page.goto(entryPage("media", "two-labels"));
  await unfold(page, "labels");
  const label = (text: string) => page.locator(`[data-section="labels"] [data-label="${text}"]`);
  await expect(label("tier=front")).toHaveAttribute("data-from", "metadata");
  await expect(label("tier=front")).toHaveAttribute("data-overridden", "back");
  await expect(label("app=same")).toHaveAttribute("data-from", "both");

  // It leaves while its page is open.
  await cluster.delete(entryPath("media", "two-labels"));
  const gone = { entry: "two-labels", state: "unchecked" };
  await expectHeading(page, "entry-gone", gone);
  await page.goto(entryPage("media", "two-labels"));
  await expectHeading(page, "entry-gone", gone);
  complaints.claim(/404/);
  expect((await page.goto(entryPage("media", "never-there")))?.status()).toBe(404);
  await expectHeading(page, "entry-absent", { name: "never-there", past: false });
  await page.getByRole("link", { name: LINK.entriesOfThisName }).click();
  await expectStatement(page, "entries-matched", { matched: 0 });
  await expect(statementOf(page, "no-entry-matches")).toBeVisible();
});
