import { readFileSync } from "node:fs";
import { PAST_QUESTIONS, streamedViews } from "@/lib/testing/asked-views";
import { ask, eachOf, withoutRequestId } from "./ask";
import { expect, test } from "./fixtures";
import { drawnFrom, isWhole, SEED, someOf, told } from "./proof-extent";
import type { SecondDashboard } from "./second-dashboard";
import { type Asked, askedOf, POLICY } from "./viewers/cells";
import { type Cell, chosenCells, headersOf, judgeOf, wrongAnswers } from "./viewers/matrix";
import { addressOf, changedObjects, type StoredObject, storedObjects } from "./viewers/objects";
import { differenceOf, isOutOfSight } from "./viewers/out-of-sight";
import { askedThings, NOT_OURS, questionsOf } from "./viewers/questions";
import { type Sights, sightsOf } from "./viewers/sights";
import { CLUSTERS, startViewersWorld, type ViewersWorld } from "./viewers/world";
import { type AskedWrite, askedWrites, mayWrite } from "./viewers/writes";

/*
 * Every route and page of the build × method × transport × who asks, about things in four namespaces of two clusters: no answer names what is out of
 * that person's sight. The routes that write are asked at a server where they are there. `npm test` asks a sample of it.
 */
const NAMESPACES = ["shop", "legacy", "payments", "logistics"];

let world: ViewersWorld;
let sights: Sights;
let asked: readonly Asked[];

test.beforeAll(async () => {
  test.setTimeout(180_000);
  world = await startViewersWorld();
  sights = sightsOf(world);
  const things = { ...world, namespaces: NAMESPACES };
  asked = askedOf(questionsOf(things), world.dashboard.address, streamedViews(askedThings(things)));
});
test.afterAll(() => world.end());

test("every route and page of the build is in the table of who may have an answer", () => {
  const built: Readonly<Record<string, string>> = JSON.parse(readFileSync(".next/app-path-routes-manifest.json", "utf8"));
  const ours = Object.values(built).filter((path) => !NOT_OURS.includes(path));
  expect(Object.keys(POLICY).sort()).toEqual([...new Set(ours)].sort());
  // Routes that are not there where nothing may be written say so in their source; the one for all unknown addresses is there for everybody.
  const absent = Object.entries(built).filter(([file, path]) => file.endsWith("/route") && ours.includes(path) && MAY_BE_ABSENT.test(sourceOf(file)));
  const nobody = Object.keys(POLICY).filter((path) => POLICY[path] === "nobody");
  expect(
    absent
      .map(([, path]) => path)
      .filter((path) => path !== "/api/[...path]")
      .sort(),
  ).toEqual(nobody.sort());
});

const MAY_BE_ABSENT = /from "@\/lib\/server\/http\/unknown-path"/;
const sourceOf = (file: string) => readFileSync(`app${file}.ts`, "utf8");

test("asks every question about the past that the server answers", async () => {
  const [everything] = world.people;
  const statusOf = async (what: string) =>
    (await ask(world.dashboard.address, { method: "GET", path: `/api/history/${what}`, headers: headersOf(everything ?? null) })).status;
  expect(await statusOf("no-such-question")).toBe(404);
  const source = readFileSync("lib/server/history/answer-history.ts", "utf8");
  const known = [...source.matchAll(/case "([a-z-]+)":/g)].map(([, what = ""]) => what);
  expect(known.sort()).toEqual([...PAST_QUESTIONS].sort());
  for (const what of known) expect(await statusOf(what), what).not.toBe(404);
});

test("no answer names what is out of sight of whoever asks", async () => {
  test.setTimeout(1_800_000);
  const cells = chosenCells(asked, world.people);
  const answered = new Map<string, number>();
  const judge = judgeOf(sights, world.people);
  const wrong = await wrongAnswers(world.dashboard.address, cells, (cell, answer) => {
    const { person, transport } = cell;
    if (person !== null && answer.status < 300 && answer.body !== "") answered.set(transport, (answered.get(transport) ?? 0) + 1);
    return judge(cell, answer);
  });
  told("S1 answers that name what is out of sight", wrong.length, 0, cells.length, { answered: Object.fromEntries(answered) });
  expect(wrong).toEqual([]);
  expect(cells.length).toBeGreaterThan(isWhole ? 5_000 : 500);
  // Where nobody is told anything, nothing leaks: in each transport there is an answer that tells something.
  expect([...answered.keys()].sort()).toEqual(["CSV", "HTML", "JSON", "RSC", "SSE", "prefetch", "segment prefetch"]);
  for (const person of world.people.filter(({ who }) => who !== "everything")) expect(sights.secretsOf(person), person.who).toBeGreaterThan(10);
});

test("where nothing may be written, the addresses that would write answer everybody like one that does not exist", async () => {
  const unknown = (sent: Asked["sent"]) => ({ ...sent, path: "/api/nothing-of-the-kind" });
  const differing: string[] = [];
  for (const { of, sent } of asked.filter(({ of }) => POLICY[of] === "nobody").filter((_, at) => isWhole || at % 5 === 0)) {
    const [everything] = world.people;
    for (const person of [everything ?? null, null]) {
      const [one, other] = await Promise.all(
        [sent, unknown(sent)].map((each) => ask(world.dashboard.address, { ...each, headers: { ...each.headers, ...headersOf(person) } })),
      );
      if (JSON.stringify([one?.status, withoutRequestId(one?.body ?? "")]) !== JSON.stringify([other?.status, withoutRequestId(other?.body ?? "")]))
        differing.push(`${of} ${sent.method} ${one?.status} ${other?.status}`);
    }
  }
  expect(differing).toEqual([]);
});

/* The same clusters and people, at a server where something may be written: the routes that write are there, and asked with everything that a page sends. */
let writer: SecondDashboard;
let stored: readonly StoredObject[];
let writes: readonly AskedWrite[];

test.describe
  .serial("where something may be written", () => {
    test.beforeAll(async () => {
      writer = await world.startAnother({ STOLOS_READ_ONLY: "false" });
      stored = await storedObjects(world.admin);
      writes = askedWrites(stored, NAMESPACES, writer.address);
    });
    test.afterAll(() => writer.end());

    test("no route that writes names what is out of sight, and nobody writes where he may not", async () => {
      test.setTimeout(1_800_000);
      const cells = someOf(
        chosenCells(writes, world.people, ({ path }) => path).filter(({ person, about }) => !mayWrite(person, about)),
        300,
      );
      const judge = judgeOf(sights, world.people);
      const statuses = new Map<number, number>();
      const wrong = await wrongAnswers(writer.address, cells, (cell, answer) => {
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        return judge(cell, answer) ?? (cell.isWrite && answer.status < 300 ? `is accepted: ${answer.status}` : null);
      });
      const changed = changedObjects(stored, await storedObjects(world.admin));
      const refused = [...statuses].reduce((sum, [status, count]) => sum + (status >= 400 ? count : 0), 0);
      const figures = { refused, changes: changed.length, statuses: Object.fromEntries(statuses) };
      told("S1 answers of routes that write that name what is out of sight, or accept what may not be written", wrong.length, 0, cells.length, figures);
      expect(wrong).toEqual([]);
      expect(changed.map(addressOf)).toEqual([]);
      expect(cells.length).toBeGreaterThan(isWhole ? 15_000 : 250);
      // What may be read is told, and what is seen and may not be written is refused for that.
      for (const status of [200, 401, 403, 404, 405]) expect([...statuses.keys()]).toContain(status);
    });

    test("what is out of sight is answered like what does not exist", async () => {
      test.setTimeout(1_800_000);
      const hidden = world.people.flatMap((person) => writes.filter((write) => isOutOfSight(person, write)).map((write) => ({ ...write, person })));
      const kinds = [...new Set(writes.map(({ path, sent }) => `${sent.method} ${path}`))].filter((kind) => isWhole || /^(GET|POST) /.test(kind));
      const cells = kinds.flatMap((kind, at) => {
        const ofKind = hidden.filter(({ path, sent }) => kind === `${sent.method} ${path}`);
        return isWhole ? ofKind : drawnFrom(ofKind, 1, SEED + at);
      });
      const differing: string[] = [];
      await eachOf(cells, 6, async (cell) => {
        const difference = await differenceOf(writer.address, cell.person, cell);
        if (difference !== null) differing.push(difference);
      });
      told("S1 answers about what is out of sight that are not those about what does not exist", differing.length, 0, cells.length);
      expect(differing).toEqual([]);
      expect(cells.length).toBeGreaterThan(isWhole ? 5_000 : 50);
    });

    test("whoever may write in a namespace does by the same requests, and nowhere else", async () => {
      const person = world.people.find(({ writesIn }) => writesIn !== undefined) ?? null;
      const [one] = CLUSTERS;
      const own = writes
        .filter(({ isWrite, about }) => isWrite && mayWrite(person, about) && (isWhole || about.cluster === one))
        .map((one): Cell<AskedWrite> => ({ ...one, person }));
      const judge = judgeOf(sights, world.people);
      let accepted = 0;
      const wrong = await wrongAnswers(writer.address, own, (cell, answer) => {
        if (answer.status < 300) accepted++;
        return judge(cell, answer);
      });
      const changed = changedObjects(stored, await storedObjects(world.admin));
      told("S1 answers to whoever may write in one namespace that name what is out of his sight", wrong.length, 0, own.length, {
        accepted,
        changes: changed.length,
      });
      expect(wrong).toEqual([]);
      expect(changed.length).toBeGreaterThan(10);
      expect(changed.filter(({ namespace }) => namespace !== person?.writesIn).map(addressOf)).toEqual([]);
    });

    test("the record of all this names to nobody what is out of his sight", async () => {
      test.setTimeout(1_800_000);
      const [everything] = world.people;
      const record = { method: "GET", path: "/api/history/export?what=audit&format=csv&window=1h", headers: headersOf(everything ?? null) };
      await expect.poll(async () => (await ask(writer.address, record)).body).toContain("set-expected-size");
      const ofRecord = ({ sent, transport }: Asked) => /^\/audit|what=audit/.test(sent.path) && !transport.includes("prefetch");
      const read = asked.filter((one) => one.sent.method === "GET" && (isWhole || ofRecord(one)));
      const cells = [...world.people, null].flatMap((person) => read.map((one) => ({ ...one, person })));
      const wrong = await wrongAnswers(writer.address, cells, judgeOf(sights, world.people));
      told("S1 answers of a server that was written to that name what is out of sight", wrong.length, 0, cells.length);
      expect(wrong).toEqual([]);
    });
  });
