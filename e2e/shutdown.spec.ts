import { expect, test } from "./fixtures";
import { startDashboard } from "./house";

test("a process that is told to end does so within three seconds, with streams open", async ({ browser, house }) => {
  const { program, port } = await startDashboard({ KUBECONFIG: house.kubeconfigOf("dashboard") });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  await expect(page.getByText(/^live/).first()).toBeVisible();
  expect(await program.end()).toBeLessThan(3000);
  expect(program.log()).not.toMatch(/unhandledRejection|uncaughtException/);
  await context.close();
});
