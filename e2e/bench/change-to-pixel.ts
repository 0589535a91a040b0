import type { Browser } from "@playwright/test";
import type { Cluster, KubeObject } from "@/e2e/cluster";
import { spread } from "./statistics";

const ENTRIES = "/apis/networking.istio.io/v1";
const ROUNDS = 30;

/**
 * From the moment a change is sent to the API server until the browser has painted it, in milliseconds: a probe's message,
 * written into an entry whose page is open.
 */
export async function changeToPixel(browser: Browser, address: string, cluster: Cluster): Promise<{ readonly p50: number; readonly p95: number }> {
  const entry = await aCheckedEntry(cluster);
  const { name, namespace = "" } = entry.metadata;
  const page = await browser.newPage();
  await page.goto(`${address}/c/sandbox/entries/${namespace}/${name}`);
  await page.getByText(/^live/).first().waitFor();
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const words = `bench ${round} of ${ROUNDS}`;
    const painted = page.evaluate(paintedAt, words);
    // The observer must stand before the change is sent.
    await page.evaluate(() => undefined);
    const sentAt = Date.now();
    await cluster.patch(`${ENTRIES}/namespaces/${namespace}/workloadentries/${name}/status`, failingWith(words));
    samples.push((await painted) - sentAt);
    await page.waitForTimeout(100);
  }
  await page.close();
  return spread(samples);
}

async function aCheckedEntry(cluster: Cluster): Promise<KubeObject> {
  const { items = [] } = await cluster.get(`${ENTRIES}/workloadentries?limit=200`);
  const checked = items.find(({ metadata }) => metadata.annotations?.["proxy.istio.io/health-checks-enabled"] === "true");
  if (checked === undefined) throw new Error("No entry of this fleet has a probe.");
  return checked;
}

function failingWith(message: string) {
  const now = new Date().toISOString();
  return { status: { conditions: [{ type: "Healthy", status: "False", message, lastProbeTime: now, lastTransitionTime: now }] } };
}

/** Runs in the page: resolves to the wall clock's milliseconds of the frame after the one in which `words` came. */
function paintedAt(words: string): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      if (!document.body.textContent?.includes(words)) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(Date.now())));
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}
