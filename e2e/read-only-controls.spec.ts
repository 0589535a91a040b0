import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { expectAlive } from "./alive";
import { expect, test } from "./fixtures";
import { BUTTON, LINK } from "./labels";
import { isWhole } from "./proof-extent";
import { type RecordedWorld, startRecordedWorld, type WatchedDashboard } from "./read-only/world";
import { NOT_OURS, questionsOf } from "./viewers/questions";

/*
 * A server that writes offers controls that a read-only one does not have. These are their names; the read-only server has none of them on any page of
 * the build. Each list is one kind of control: its name begins with one of these.
 */
const WRITING: readonly (readonly string[])[] = [
  ...[[LINK.newGroup], [LINK.addMachines], [BUTTON.drain, BUTTON.undrain], [BUTTON.deleteEntry, BUTTON.deleteGroup], [BUTTON.edit]],
  ...[[BUTTON.changeTheExpectedSize], [BUTTON.askTheApiServer], [BUTTON.showTheFiles]],
];
/** The steps before the review have to be taken first. */
const AFTER_STEPS = [BUTTON.apply];

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

/** The names of all controls of a page, one second after its heading is there. */
async function controlsOf(page: Page, { address }: WatchedDashboard, path: string): Promise<ReadonlySet<string>> {
  await page.goto(`${address}${path}`);
  if (path !== "/sign-in") await expectAlive(page, 60_000);
  const seen = new Set<string>();
  for (let look = 0; look < 5; look++) {
    if (look > 0) await wait(250);
    for (const name of await namesOf(page)) seen.add(name);
  }
  for (const name of [BUTTON.unfoldAll, BUTTON.moreActions]) {
    const opener = page.getByRole("main").getByRole("button", { name, exact: true });
    if ((await opener.count()) === 0) continue;
    await opener.first().click();
    await wait(500);
    for (const control of await namesOf(page)) seen.add(control);
  }
  return seen;
}

function namesOf(page: Page): Promise<readonly string[]> {
  return page
    .locator("body")
    .locator("button, a, input, textarea, select, [role=menuitem]")
    .evaluateAll((controls) => controls.map((control) => (control.getAttribute("aria-label") ?? control.textContent ?? "").trim()));
}

const isOf = (kind: readonly string[], name: string) => kind.some((known) => name === known || (PREFIXES.includes(known) && name.startsWith(known)));
/** Names that go on with more words, such as "Show the files and a token". */
const PREFIXES: readonly string[] = [BUTTON.askTheApiServer, BUTTON.showTheFiles, BUTTON.apply];
const isWriting = (name: string) => [...WRITING, AFTER_STEPS].some((kind) => isOf(kind, name));
/** Pages that are open at the same time. */
const LANES = 2;

test("no page of a read-only server has a control that writes, and the on-call page has none on any server", async ({ context, complaints }) => {
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
  for (const kind of WRITING) {
    expect(
      [...offered].some((name) => isOf(kind, name)),
      `a server that writes has ${kind.join(" or ")}`,
    ).toBe(true);
  }
});
