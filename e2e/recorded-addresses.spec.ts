import type { Page } from "@playwright/test";
import { ask } from "./ask";
import { Cluster } from "./cluster";
import { test as base, expect } from "./fixtures";
import { reportHealth, tellMachine } from "./fleet";
import { untilRecorded } from "./history";
import type { House } from "./house";
import { FAILING, LOST, OBJECT_ADDRESSES, type RecordedAddress, SIZED } from "./recorded/addresses";
import { Known } from "./recorded/known";
import { MESH_ADDRESSES } from "./recorded/mesh-addresses";
import { RawWatch } from "./values/raw-watch";

/** A mesh that changes only when a test changes it: no connection reaches its maximum age during a test. */
const STILL_FLEET = ["--scenario", "steady", "--seed", "1", "--speed", "4", "--max-age", "1000000"];

interface RecordedWorld {
  readonly raw: RawWatch;
  /** A moment before the loss of the machine. Whole seconds, as in addresses. */
  readonly then: number;
}

const test = base.extend<object, { readonly world: RecordedWorld }>({
  world: [
    async ({ house }, use) => {
      const cluster = new Cluster(house.kubeconfigOf("admin"));
      const raw = await RawWatch.start(cluster);
      await untilRecorded(house.address);
      const then = Math.floor(Date.now() / 1_000) * 1_000;
      await expect.poll(() => Date.now() - then).toBeGreaterThan(1_500);
      await change(house, cluster, raw);
      await use({ raw, then });
      raw.end();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

test.use({
  houseOptions: {
    sandboxArguments: STILL_FLEET,
    settings: { STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1", STOLOS_READ_ONLY: "false" },
  },
});

/** Deletes one machine, makes another one fail, and sets the size of a group. */
async function change(house: House, cluster: Cluster, raw: RawWatch): Promise<void> {
  await reportHealth(house, FAILING.namespace, FAILING.name, "HTTP probe failed with statuscode: 503");
  await tellMachine(house, LOST.namespace, LOST.name, "disconnect");
  const { metadata } = await cluster.get(`/apis/networking.istio.io/v1/namespaces/${SIZED.namespace}/workloadgroups/${SIZED.name}`);
  const { resourceVersion } = metadata;
  for (const dryRun of [true, false]) {
    const body = JSON.stringify({ dryRun, resourceVersion, input: { size: SIZED.size } });
    const headers = { origin: house.address, "sec-fetch-site": "same-origin", "content-type": "application/json" };
    const path = `/api/c/sandbox/commands/set-expected-size/${SIZED.namespace}/${SIZED.name}`;
    expect(await ask(house.address, { method: "POST", path, headers, body })).toMatchObject({ status: 200 });
  }
  await expect.poll(() => new Known(raw, Date.now()).endedIn("cart")).toBe(1);
}

for (const [what, addresses] of [
  ["the fleet, groups, machines and services", OBJECT_ADDRESSES],
  ["places, the mesh, reviews and forms", MESH_ADDRESSES],
] as const) {
  test(`recorded addresses of ${what} show the objects, numbers and states of the cluster`, async ({ page, world }) => {
    const wrong: string[] = [];
    for (const recorded of addresses) wrong.push(...(await wrongOn(page, recorded, world)));
    expect(wrong).toEqual([]);
  });
}

/** Longest wait for the values of a page. Milliseconds. */
const PATIENCE_MS = 15_000;

/** Opens a stored address, waits for its values, and returns a text for each value that the page does not show. */
async function wrongOn(page: Page, recorded: RecordedAddress, { raw, then }: RecordedWorld): Promise<readonly string[]> {
  const now = new Known(raw, Date.now());
  const known = recorded.isPast === true ? new Known(raw, then) : now;
  const address = filled(recorded.address, now, then);
  // The browser would not load a page whose address differs in the fragment only.
  await page.goto("about:blank");
  await page.goto(address, { waitUntil: "commit" });
  const checks = [recorded.name, recorded.count, recorded.state, ...(recorded.also ?? [])];
  const expected = checks.map(([selector, value, attribute = "text"]) => {
    const text = String(typeof value === "function" ? value(known) : value);
    return { selector, attribute, pattern: tokenPattern(text), text };
  });
  // A value counts as shown once it was visible: after the scroll to an anchor, a long table renders the visible rows only.
  let missing = expected;
  let wrong: readonly string[] = [];
  const anchor = new URL(address, "http://any").hash.slice(1);
  for (const startedAt = performance.now(); performance.now() - startedAt < PATIENCE_MS; await page.waitForTimeout(50)) {
    const { problems, isInSight } = await page.evaluate(notShown, { expected: missing, anchor: anchor.startsWith("z=") ? "" : anchor });
    missing = missing.filter((_, at) => problems[at] !== null);
    wrong = [...problems.filter((problem) => problem !== null), ...(isInSight ? [] : [`#${anchor} is not in sight`])];
    if (wrong.length === 0) return [];
  }
  return wrong.map((one) => `${address}: ${one}`);
}

/** Fills the braces of a recorded address with the values of this run. */
function filled(address: string, known: Known, then: number): string {
  const [, namespace = "", name = ""] = /\/entries\/([^/?#]+)\/([^/?#]+)/.exec(address) ?? [];
  const values: Readonly<Record<string, () => string>> = {
    at: () => new Date(then).toISOString().replace(".000Z", "Z"),
    atSeconds: () => String(then / 1_000),
    atMs: () => String(then),
    nowMs: () => String(Date.now()),
    uid: () => known.uid(namespace, name),
  };
  return address.replace(/\{(\w+)\}/g, (whole, key: string) => values[key]?.() ?? whole);
}

/** Matches a value as a whole word or number: "30" is not in "130" or "30.5". Pages divide thousands by commas. */
function tokenPattern(text: string): string {
  const digits = /^\d{4,}$/.test(text) ? `${text}|${Number(text).toLocaleString("en")}` : text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  return `(?<![\\w-]|\\d[.,])(?:${digits})(?![\\w-]|[.,]\\d)`;
}

interface Expected {
  readonly selector: string;
  readonly attribute: string;
  readonly pattern: string;
  readonly text: string;
}

interface Shown {
  /** One entry per expected value: the reason why the page does not show it; null = the page shows it. */
  readonly problems: readonly (string | null)[];
  /** True when the element that the anchor names is visible. */
  readonly isInSight: boolean;
}

/** Runs in the browser. */
function notShown({ expected, anchor }: { readonly expected: readonly Expected[]; readonly anchor: string }): Shown {
  // Adjacent cells have no space between them in the markup. This adds one.
  const textOf = (element: Element) => {
    const texts = document.createNodeIterator(element, NodeFilter.SHOW_TEXT);
    let text = "";
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) text += ` ${node.textContent}`;
    return text.replaceAll(/\s+/g, " ").replaceAll(" / ", "/");
  };
  const shownBy = (element: Element, attribute: string) => {
    if (attribute === "value") return (element as HTMLInputElement).value;
    // A long name spans two elements: without the added space it is one word.
    return attribute === "text" ? `${textOf(element)}\n${element.textContent}` : (element.getAttribute(attribute) ?? "");
  };
  const problems = expected.map(({ selector, attribute, pattern, text }) => {
    const found = [...document.querySelectorAll(selector)];
    const values = attribute === "length" ? [String(found.length)] : found.map((element) => shownBy(element, attribute));
    return values.some((value) => new RegExp(pattern).test(value))
      ? null
      : `${selector} shows ${JSON.stringify(values).slice(0, 300)}, not ${attribute} ${text}`;
  });
  const box = anchor === "" ? null : document.getElementById(anchor)?.getBoundingClientRect();
  const isInSight = box !== undefined && (box === null || (box.top < window.innerHeight && box.bottom > 0));
  return { problems, isInSight };
}
