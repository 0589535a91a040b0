import { get } from "node:http";
import { expect, test } from "./fixtures";
import { startDashboard, untilReady } from "./house";

test("a process that is told to end does so within three seconds, with twenty streams open", async ({ browser, house }) => {
  const { program, port } = await startDashboard({ KUBECONFIG: house.kubeconfigOf("dashboard") });
  await untilReady(`http://127.0.0.1:${port}`);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  await expect(page.getByText(/^live/).first()).toBeVisible();
  const streams = await Promise.all(Array.from({ length: 19 }, () => openStream(`http://127.0.0.1:${port}`)));
  expect(await program.end()).toBeLessThan(3000);
  expect(program.log()).not.toMatch(/unhandledRejection|uncaughtException/);
  await Promise.all(streams.map((stream) => stream.ended));
  await context.close();
});

/** One more stream, as a browser would hold it; resolves once it has begun. */
function openStream(address: string): Promise<{ ended: Promise<void> }> {
  return new Promise((resolve, reject) => {
    const request = get(`${address}/api/live`, { agent: false }, (answer) => {
      // However the server ends it, it is over.
      const ended = new Promise<void>((over) => answer.once("close", over));
      answer.on("error", () => undefined);
      answer.once("data", () => resolve({ ended }));
    });
    request.once("error", reject);
  });
}
