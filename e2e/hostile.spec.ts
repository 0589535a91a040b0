import type { Page } from "@playwright/test";
import { expectAlive } from "./alive";
import { ask } from "./ask";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { FIELDS, marksIn } from "./hostile/fields";
import { PAYLOADS } from "./hostile/payloads";
import { hostileRails, plantAll, plantGone, type Taken } from "./hostile/plant";
import { type View, viewsOf } from "./hostile/views";
import { type Drawn, drawnOf, watchMisdeeds } from "./hostile/watch-page";
import { isWhole, SEED, told } from "./proof-extent";
import { giveRails } from "./rails";

/*
 * What strangers write stays a text: every payload in every field of every kind that the API server takes it in, on every page, in a real browser.
 * `npm test` has some of the payloads.
 */
const STEP = isWhole ? 1 : 48;
const CHOSEN = PAYLOADS.map((_, at) => at).filter((at) => (at + SEED) % STEP === 0);
/** Lists draw what is in the window: of one this high, a hundred rows. */
const TALL = { width: 1440, height: 4_000 };

test.use({
  viewport: TALL,
  houseOptions: {
    sandboxArguments: ["--scenario", "steady", "--seed", "1", "--speed", "4"],
    settings: {
      ...{ STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1", STOLOS_READ_ONLY: "false", STOLOS_GUARD_RAILS: "istio-system/stolos-guard-rails" },
      STOLOS_LINKS: JSON.stringify({ "Logs <img src=x>": "https://links.example/{network}?q={entry}&at={at}&group={group}" }),
    },
  },
});

let taken: Taken;

test.beforeAll(async ({ house }) => {
  test.setTimeout(900_000);
  const admin = new Cluster(house.kubeconfigOf("admin"));
  taken = await plantAll(admin, CHOSEN);
  await plantGone(admin, CHOSEN);
  // At most a hundred are read.
  await giveRails(admin, hostileRails(CHOSEN.slice(0, 100)));
});

test("there are at least 500 payloads, each another text with a mark of its own, and every field takes most of them", () => {
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(500);
  expect(new Set(PAYLOADS.map((payload) => payload("q"))).size).toBe(PAYLOADS.length);
  for (const { kind, name, code } of FIELDS.filter((field) => field.kind !== "guard rails")) {
    expect(taken.get(code)?.size ?? 0, `${kind}: ${name}`).toBeGreaterThan(CHOSEN.length / 2);
  }
});

/** Pages that are looked at at once: a server draws one while a browser draws another. */
const LANES = 3;

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
  complaints.claim(/status of (403|404|422|503)/);
  const views = viewsOf(CHOSEN, isWhole ? 10 : 1_000);
  const shown = new Map<string, Set<number>>();
  const wrong: string[] = [];
  const left = [...views];
  const look = async (page: Page, { name, path, more }: View) => {
    await page.goto(`${house.address}${path}`);
    await expectAlive(page, 60_000);
    await more?.(page);
    const drawn = await drawnOf(page);
    for (const [code, payload] of marksIn(`${drawn.text}\n${drawn.title}`))
      shown.set(`${name} ${code}`, (shown.get(`${name} ${code}`) ?? new Set()).add(payload));
    wrong.push(...wrongWith(drawn, new URL(page.url()).origin === house.address).map((what) => `${path} ${what}`));
  };
  const lane = async () => {
    const page = await context.newPage();
    const misdeeds = await watchMisdeeds(page, house.address);
    for (let view = left.shift(); view !== undefined; view = left.shift()) await look(page, view);
    wrong.push(...misdeeds.seen);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  process.stdout.write(coverageOf(shown, views));
  told("S5 scripts run, dialogs, violations, requests and links elsewhere", wrong.length, 0, views.length, { payloads: CHOSEN.length });
  expect(wrong).toEqual([]);
  for (const { code, kind, name } of FIELDS) {
    const seen = new Set([...shown].filter(([key]) => key.endsWith(` ${code}`)).flatMap(([, payloads]) => [...payloads]));
    // Of the platform team's rules a page shows what fits.
    const least = kind === "guard rails" ? 0 : (taken.get(code)?.size ?? 0) / 2;
    expect(seen.size, `payloads of ${kind}: ${name} that are seen on a page`).toBeGreaterThan(least);
  }
});

function wrongWith({ title, elsewhere, isPolluted }: Drawn, isHere: boolean): readonly string[] {
  return [
    ...elsewhere.map((one) => `leads elsewhere: ${one}`),
    ...(isPolluted ? ["has changed what every object has"] : []),
    ...(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(title) ? ["has a title with letters that nobody sees"] : []),
    ...(isHere ? [] : ["led to another host"]),
  ];
}

/** How many payloads of each field were seen in each view, as a table. */
function coverageOf(shown: ReadonlyMap<string, ReadonlySet<number>>, views: readonly View[]): string {
  const names = [...new Set(views.map(({ name }) => name))];
  const line = (first: string, cells: readonly (string | number)[]) =>
    `| ${first.padEnd(48)} | ${cells.map((cell) => String(cell).padStart(4)).join(" | ")} |\n`;
  const rows = FIELDS.map(({ code, kind, name }) =>
    line(
      `${kind}: ${name} (${taken.get(code)?.size || CHOSEN.length})`,
      names.map((view) => shown.get(`${view} ${code}`)?.size ?? ""),
    ),
  );
  return `${names.map((name, at) => `${at + 1} = ${name}`).join(", ")}\n${line(
    "field (payloads in it)",
    names.map((_, at) => at + 1),
  )}${rows.join("")}`;
}

test("no file that is taken along has a cell that a spreadsheet would run, and none leaves its cell", async ({ house }) => {
  for (const what of ["entries", "groups", "services", "findings", "networks", "localities", "control-plane", "activity"]) {
    const { status, body } = await ask(house.address, { method: "GET", path: `/api/history/export?what=${what}&format=csv&window=1h` });
    expect(status, what).toBe(200);
    const rows = cellsOf(body);
    expect(
      rows.flat().filter((cell) => /^[\s"';,]*[=+@\t\r＝]|^-(?![\d.]+$)/.test(cell)),
      what,
    ).toEqual([]);
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
