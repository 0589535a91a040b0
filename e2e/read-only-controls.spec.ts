import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { expectAlive } from "./alive";
import { expect, test } from "./fixtures";
import { isWhole } from "./proof-extent";
import { type RecordedWorld, startRecordedWorld, type WatchedDashboard } from "./read-only/world";
import { NOT_OURS, questionsOf } from "./viewers/questions";

/*
 * Controls that write are found by what a server that writes offers beside one that only reads: each of them is known here, and the one that only reads
 * has none of them on any page of the build.
 */
const WRITING: readonly RegExp[] = [
  ...[/^New group$/, /^Add a machine$/, /^(Und|D)rain$/, /^Delete$/, /^Edit$/, /change the expected size/i, /^Ask the API server/, /^Show the files/, /^Apply/],
];
/** Of these the steps before a page have to be taken first. */
const AFTER_STEPS = ["/^Apply/"];

let world: RecordedWorld;
let reading: WatchedDashboard;
let writing: WatchedDashboard;
let paths: readonly string[];

test.beforeAll(async () => {
  test.setTimeout(180_000);
  world = await startRecordedWorld(["--scenario", "steady", "--seed", "3", "--speed", "1"]);
  const start = (readOnly: boolean) => world.start("admin", { STOLOS_READ_ONLY: String(readOnly), STOLOS_HISTORY: "off" });
  [reading, writing] = await Promise.all([start(true), start(false)]);
  const listed = async (kind: "entry" | "group", plural: string) => {
    const { items = [] } = await world.admin.get(`/apis/networking.istio.io/v1/${plural}`);
    return items.map(({ metadata: { namespace = "", name } }) => ({ kind, cluster: "sandbox", namespace, name }));
  };
  const [entries, groups] = await Promise.all([listed("entry", "workloadentries"), listed("group", "workloadgroups")]);
  // These servers remember nothing: the past has no page there.
  const asked = questionsOf({ entries, groups, namespaces: ["shop"] }).filter(({ isRoute, address }) => !isRoute && !address.includes("?at="));
  const ofHost = { of: "/c/[cluster]/[resource]/[namespace]/[name]", address: "/c/sandbox/services/shop/checkout" };
  const ofPreview = { of: "/services/preview", address: "/services/preview?from=sandbox%2Fservices%2Fshop%2Fcheckout" };
  const all = [ofHost, ofPreview, ...asked.filter(({ of }) => !of.includes("[resource]"))];
  // Of a page with several addresses the last asks for most.
  paths = [...new Set((isWhole ? all : [...new Map(all.map((one) => [one.of, one])).values()]).map(({ address }) => address))];
});
test.afterAll(() => world.end());

/** The names of everything that can be pressed, followed or filled in, once a page has had a second for what it asks for after its headline. */
async function controlsOf(page: Page, { address }: WatchedDashboard, path: string): Promise<ReadonlySet<string>> {
  await page.goto(`${address}${path}`);
  if (path !== "/sign-in") await expectAlive(page, 60_000);
  const seen = new Set<string>();
  for (let look = 0; look < 5; look++) {
    if (look > 0) await wait(250);
    for (const name of await namesOf(page)) seen.add(name);
  }
  return seen;
}

function namesOf(page: Page): Promise<readonly string[]> {
  return page
    .locator("body")
    .locator("button, a, input, textarea, select, [role=menuitem]")
    .evaluateAll((controls) => controls.map((control) => (control.getAttribute("aria-label") ?? control.textContent ?? "").trim()));
}

const isWriting = (name: string) => WRITING.some((pattern) => pattern.test(name));
/** Pages that are looked at at once: a server draws one while a browser draws another. */
const LANES = 2;

test("no page of a server that only reads has a control that writes, and the on-call page has none on any server", async ({ context, complaints }) => {
  test.setTimeout(900_000);
  // A draft without a name is refused by the dry run.
  complaints.claim(/status of (404|422|503)/);
  const built: Readonly<Record<string, string>> = JSON.parse(readFileSync(".next/app-path-routes-manifest.json", "utf8"));
  const pages = Object.entries(built).filter(([file, path]) => file.endsWith("/page") && !NOT_OURS.includes(path));
  expect(paths.length, "every page of the build has an address here").toBeGreaterThanOrEqual(pages.length);
  const offered = new Set<string>();
  const left = [...paths];
  const lookAtAll = async () => {
    const [page, beside] = [await context.newPage(), await context.newPage()];
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      const [onReading, onWriting] = await Promise.all([controlsOf(page, reading, path), controlsOf(beside, writing, path)]);
      expect([...onReading].filter(isWriting), `${path} of a server that only reads`).toEqual([]);
      if (path === "/oncall") expect([...onWriting].filter(isWriting), "the on-call page of a server that writes").toEqual([]);
      for (const name of onWriting) if (!onReading.has(name) && isWriting(name)) offered.add(name);
    }
    for (const each of [page, beside]) await each.goto("about:blank");
  };
  await Promise.all(Array.from({ length: LANES }, lookAtAll));
  process.stdout.write(`    controls that write: ${[...offered].join(", ")}\n`);
  for (const pattern of WRITING.filter((each) => !AFTER_STEPS.includes(String(each))))
    expect(
      [...offered].some((name) => pattern.test(name)),
      `${pattern} stands on a server that writes`,
    ).toBe(true);
});
