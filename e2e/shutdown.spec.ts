import { freePort } from "@/lib/testing/tcp-proxy";
import { answers } from "@/lib/tooling/children.mjs";
import { expect, test } from "./fixtures";
import { startDashboard, untilReady, WITHOUT_LIMITS } from "./house";
import { startCommand } from "./programs";
import { someOf } from "./proof-extent";
import { openStream, setViews } from "./streams";

test("on a signal to end, the dashboard closes two hundred streams in order and exits within three seconds", async ({ page, house, complaints }) => {
  // The open page repeats its requests.
  complaints.claim(/Failed to load resource: (net::ERR|the server responded with a status of 503)/);
  const { program, port } = await startDashboard({ KUBECONFIG: house.kubeconfigOf("dashboard"), ...WITHOUT_LIMITS });
  const address = `http://127.0.0.1:${port}`;
  await untilReady(address);
  await page.goto(address);
  await expect(page.locator("html[data-stream=live]")).toBeAttached();
  const streams = await Promise.all(Array.from({ length: 200 }, () => openStream(address)));
  const views = [{ id: 1, kind: "entries", query: "", offset: 0, limit: 50 }];
  for (const { name } of streams) expect(await setViews(address, name, views)).toBe(204);
  const tookMs = await program.end();
  process.stdout.write(`    gone after ${Math.round(tookMs)} ms\n`);
  expect(tookMs).toBeLessThan(3000);
  expect(program.log()).not.toMatch(/unhandledRejection|uncaughtException/);
  expect(new Set(await Promise.all(streams.map(({ ended }) => ended)))).toEqual(new Set(["politely"]));
});

for (const signal of someOf(["SIGTERM", "SIGINT"] as const, 1)) {
  test(`on ${signal} to npm, the dashboard exits and frees its port`, async ({ house }) => {
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const env = { KUBECONFIG: house.kubeconfigOf("dashboard"), STOLOS_PORT: String(port), STOLOS_DATA: test.info().outputPath("data") };
    const npm = await startCommand("npm start", ["npm", "start"], { env, isReady: () => answers(`${address}/api/healthz`) });
    await untilReady(address);
    const tookMs = await npm.end(signal);
    expect(tookMs, npm.log()).toBeLessThan(4000);
    expect(await answers(`${address}/api/healthz`)).toBe(false);
  });
}
