import { expectNoViolations } from "./axe-violations";
import { expect, test } from "./fixtures";

test.use({ houseOptions: { sandboxArguments: ["--scenario", "empty"], settings: { STOLOS_BEAT_SECONDS: "1" } } });

test("an empty fleet says how the first machine comes, and axe finds nothing", async ({ page }) => {
  for (const [path, says] of [
    ["/", "istioctl x workload group create"],
    ["/groups", "WorkloadGroup"],
    ["/entries", "kubectl get workloadentries --all-namespaces"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(/^live/).first()).toBeVisible();
    await expect(page.getByRole("main")).toContainText(says);
    await expectNoViolations(page, `empty ${path}`);
  }
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No machine yet.");
});
