import { expectNoViolations } from "./axe-violations";
import { expect, test } from "./fixtures";
import { expectHeading } from "./statements";

test.use({ houseOptions: { sandboxArguments: ["--scenario", "empty"], settings: { STOLOS_BEAT_SECONDS: "1" } } });

test("an empty fleet shows the commands for the first machine, and axe finds nothing", async ({ page }) => {
  for (const [path, command] of [
    ["/", "istioctl x workload group create"],
    ["/groups", "WorkloadGroup"],
    ["/entries", "kubectl get workloadentries --all-namespaces"],
  ] as const) {
    await page.goto(path);
    await expect(page.locator("[data-freshness=live]").first()).toBeVisible();
    await expect(page.getByRole("main")).toContainText(command);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectNoViolations(page, `empty ${path}`);
  }
  await page.goto("/");
  await expectHeading(page, "fleet-empty", { filtered: false });
});
