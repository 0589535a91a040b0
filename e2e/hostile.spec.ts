import { Agent } from "node:https";
import { expectAlive } from "./alive";
import { ask } from "./ask";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { auditEdits } from "./hostile/audited";
import { coverageFaults, coverageOf, fewSeen } from "./hostile/coverage";
import { FIELDS, marksIn } from "./hostile/fields";
import { carriedOn, visitedOf } from "./hostile/objects";
import { PAYLOADS, sampleOf } from "./hostile/payloads";
import { giveRights, hostileRails, plantAll } from "./hostile/plant";
import { railViews, typedViews } from "./hostile/typed-views";
import { type View, viewsOf } from "./hostile/views";
import { startWalk } from "./hostile/walk";
import { drawnOf, watchMisdeeds } from "./hostile/watch-page";
import { WITHOUT_LIMITS } from "./house";
import { isWhole, PART, SEED, told } from "./proof-extent";
import { changeRails, giveRails } from "./rails";

/*
 * What strangers write stays a text: every payload in every field of every kind that the API server takes it in, on some object, and every page with
 * every payload, in a real browser. A sample of it has some payloads of each family, and a part of it its share of all.
 */
const CHOSEN = isWhole ? [...PAYLOADS.keys()].filter((at) => at % PART.of === PART.at - 1) : sampleOf(SEED, 1);
/** Lists draw what is in the window: of one this high, a hundred rows. */
const TALL = { width: 1440, height: 4_000 };

test.use({
  viewport: TALL,
  // A film of so many pages costs as much as the pages: what is wrong is told in words.
  trace: "off",
  houseOptions: {
    sandboxArguments: ["--scenario", "steady", "--entries", "20", "--seed", "1", "--speed", "4"],
    settings: {
      ...{ STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1", STOLOS_READ_ONLY: "false", STOLOS_GUARD_RAILS: "istio-system/stolos-guard-rails" },
      ...WITHOUT_LIMITS,
      STOLOS_LINKS: JSON.stringify({ "Logs <img src=x>": "https://links.example/{network}?q={entry}&at={at}&group={group}" }),
    },
  },
});

let admin: Cluster;

test.beforeAll(async ({ house }) => {
  test.setTimeout(900_000);
  admin = new Cluster(house.kubeconfigOf("admin"), new Agent({ keepAlive: true }));
  await giveRights(admin);
  await giveRails(admin, hostileRails([]));
  await plantAll(admin, house.address, CHOSEN);
  await auditEdits(house.address, admin, [...CHOSEN.keys()].slice(0, visitedOf(CHOSEN)));
});

test("there are at least 500 payloads, each another text with a mark of its own; every field carries each of them, and so does every page of an object", () => {
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(500);
  expect(new Set(PAYLOADS.map((payload) => payload("q"))).size).toBe(PAYLOADS.length);
  for (const field of FIELDS) expect(carriedOn([field], CHOSEN).size, `${field.kind}: ${field.name}`).toBe(CHOSEN.length);
  for (const kind of ["WorkloadEntry", "WorkloadGroup", "Service", "ServiceEntry"]) {
    const fields = FIELDS.filter((field) => field.kind === kind);
    expect(carriedOn(fields, CHOSEN, visitedOf(CHOSEN)).size, `payloads on the pages of a ${kind}`).toBe(CHOSEN.length);
  }
});

/** Pages that are looked at at once: a server draws one while a browser draws another. */
const LANES = 3;
/** Of a list in the platform team's rules at most a hundred are read. */
const RAILS_AT_ONCE = 100;

test("what a page must never do is seen where it does: an element of a payload, and a link to a script, in a page", async ({ page, house, complaints }) => {
  complaints.claim(/content security policy|status of 404/i);
  const misdeeds = await watchMisdeeds(page, house.address);
  await page.goto("/oncall");
  await expectAlive(page, 60_000);
  expect([...misdeeds.seen, ...(await drawnOf(page)).elsewhere]).toEqual([]);
  const html = `<img src=x onerror="__xss('q')"><a href="javascript:__xss('q')">x</a><img src="https://xss.example/q.png">`;
  await page.evaluate((text) => document.body.insertAdjacentHTML("beforeend", text), html);
  await expect.poll(() => misdeeds.seen.filter((what) => what.includes("policy was violated")).length).toBeGreaterThan(1);
  expect((await drawnOf(page)).elsewhere).toEqual(expect.arrayContaining(["a href=javascript:__xss('q')", "img onerror", "img src=https://xss.example/q.png"]));
});

test("no payload does anything on any page, and every page is seen with what it shows of them", async ({ context, house, complaints }) => {
  test.setTimeout(7_200_000);
  // Names of accounts that no API server can have are refused.
  complaints.claim(/status of (400|403|404|422|503)/);
  const began = performance.now();
  const walk = startWalk(house.address);
  const wrong: string[] = [];
  const looked: View[] = [];
  const visitAll = async (left: View[]) => {
    const page = await context.newPage();
    const misdeeds = await watchMisdeeds(page, house.address);
    for (let view = left.shift(); view !== undefined; view = left.shift()) {
      looked.push(view);
      await walk.visit(page, view);
    }
    wrong.push(...misdeeds.seen);
    await page.close();
  };
  for (let at = 0; at < CHOSEN.length; at += RAILS_AT_ONCE) {
    const some = CHOSEN.slice(at, at + RAILS_AT_ONCE);
    await changeRails(admin, hostileRails(some));
    await visitAll([...railViews(some)]);
  }
  await changeRails(admin, hostileRails([]));
  const left = [...viewsOf(CHOSEN), ...typedViews(CHOSEN)];
  await Promise.all(Array.from({ length: LANES }, () => visitAll(left)));
  wrong.push(...walk.wrong);
  const names = [...new Set(looked.flatMap(({ looks }) => looks.map(({ name }) => name)))];
  process.stdout.write(coverageOf(walk.shown, names));
  const seconds = Math.round((performance.now() - began) / 1_000);
  told("S5 scripts run, dialogs, violations, requests and links elsewhere", wrong.length, 0, looked.length, { payloads: CHOSEN.length, seconds });
  expect(wrong).toEqual([]);
  expect(coverageFaults(walk, names), "every field stands where it is declared, and nowhere else").toEqual([]);
  expect(fewSeen(walk.shown, { names, payloads: CHOSEN.length }), "views in which some payload is not seen").toEqual([]);
});

/** A spreadsheet runs what begins so, whatever blanks stand before it. What cannot be seen is spelled, and no blank any more. */
const RUNS = /^\s*[=+@＝＋－＠]|^\s*-(?![\d.]+$)/;
/** Where lists are divided by semicolons, as in much of Europe, a cell begins after each of them as well. */
const RUNS_AFTER_SEMICOLON = /;["\s]*[=+@＝＋－＠-]/;

test("no file that is taken along has a cell that a spreadsheet would run, and none leaves its cell", async ({ house }) => {
  for (const what of ["entries", "groups", "services", "findings", "networks", "localities", "control-plane", "activity", "losses", "audit"]) {
    const { status, body } = await ask(house.address, { method: "GET", path: `/api/history/export?what=${what}&format=csv&window=1h` });
    expect(status, what).toBe(200);
    const rows = cellsOf(body);
    const cells = rows.flat().filter((cell) => RUNS.test(cell) || RUNS_AFTER_SEMICOLON.test(cell));
    expect(cells, what).toEqual([]);
    expect([...new Set(rows.map((row) => row.length))], `${what} has as many cells in every row`).toHaveLength(1);
    if (what === "entries") expect(marksIn(body).length).toBeGreaterThan(CHOSEN.length);
  }
});

/** The cells of a file by RFC 4180. */
function cellsOf(text: string): readonly (readonly string[])[] {
  const rows = [...text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)].reduce<string[][]>(
    (lines, [, quoted, plain = "", end]) => {
      lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
      if (end !== ",") lines.push([]);
      return lines;
    },
    [[]],
  );
  return rows.filter((row) => row.length > 1 || (row[0] ?? "") !== "");
}
