import { readFileSync } from "node:fs";
import fc from "fast-check";
import { PAST_QUESTIONS, streamedViews } from "@/lib/testing/asked-views";
import { ask, askAsClient, eachOf } from "./ask";
import { expect, test } from "./fixtures";
import { isWhole, SEED, told } from "./proof-extent";
import { type Asked, askedOf, POLICY } from "./viewers/cells";
import { askedThings, NOT_OURS, questionsOf } from "./viewers/questions";
import { type Sights, sightsOf } from "./viewers/sights";
import { type Person, startViewersWorld, type ViewersWorld } from "./viewers/world";

/*
 * Every route and page of the build × method × transport × who asks, about things in four namespaces of two clusters: no answer names what is out of
 * that person's sight. `npm test` asks a sample of it.
 */
const NAMESPACES = ["shop", "legacy", "payments", "logistics"];
/** Methods by which an address may tell something. */
const TELLING = ["GET", "POST"];

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

test("every question about the past that the server knows is asked", async () => {
  const [everything] = world.people;
  const { status, body } = await ask(world.dashboard.address, { method: "GET", path: "/api/history/no-such-question", headers: headersOf(everything ?? null) });
  expect(status).toBe(404);
  const [, known = ""] = /Ask for (.*) or export\./.exec(JSON.parse(body).detail) ?? [];
  expect(known.split(", ").sort()).toEqual([...PAST_QUESTIONS].sort());
});

interface Cell extends Asked {
  readonly person: Person | null;
}

/** All cells; of a sample, some of each route for each person: one of the methods that may be answered with something, one of the others. */
function chosenCells(): readonly Cell[] {
  const people = [...world.people, null];
  if (isWhole) return people.flatMap((person) => asked.map((one) => ({ ...one, person })));
  const routes = [...new Set(asked.map(({ of }) => of))];
  return people.flatMap((person, row) =>
    routes.flatMap((route, column) => {
      const ofRoute = asked.filter(({ of }) => of === route);
      const [telling, others] = [true, false].map((tells) => ofRoute.filter(({ sent }) => TELLING.includes(sent.method) === tells));
      const draw = (from: readonly Asked[], count: number) => fc.sample(fc.constantFrom(...from), { numRuns: count, seed: SEED + row * 100 + column });
      return [...draw(telling ?? [], 1), ...draw(others ?? [], 1)].map((one) => ({ ...one, person }));
    }),
  );
}

function headersOf(person: Person | null): Readonly<Record<string, string>> {
  return person === null ? {} : { authorization: `Bearer ${person.token}` };
}

/** A framework's payload has status 200 also where it leads away: it then holds the address instead of the page, and ahead of a visit no page at all. */
function leadsToSignIn({ transport }: Asked, text: string): boolean {
  return transport.includes("prefetch") || (transport === "RSC" && /NEXT_REDIRECT;\w+;\/sign-in/.test(text));
}

/** What is wrong with an answer; null where nothing is. */
function wrongWith(cell: Cell, status: number, text: string): string | null {
  const { of, person, sent } = cell;
  // Whoever is not signed in is told no more than one who may see nothing.
  const nothing = world.people.find(({ who }) => who === "nothing");
  const asWhom = person ?? nothing;
  const leaked = asWhom === undefined ? ["that nobody sees nothing"] : sights.leakedTo(asWhom, sights.namesIn(text), `${sent.path} ${sent.body ?? ""}`);
  if (leaked.length > 0) return `names ${leaked.slice(0, 5).join(", ")}`;
  // Which methods an address has is told to anybody; what a page or route holds is not.
  const mayAnswer = person !== null || POLICY[of] === "anybody" || sent.method === "OPTIONS" || status >= 300 || leadsToSignIn(cell, text);
  return mayAnswer ? null : `is answered ${status}`;
}

test("no answer names what is out of sight of whoever asks", async () => {
  test.setTimeout(1_800_000);
  const cells = chosenCells();
  const wrong: string[] = [];
  const answered = new Map<string, number>();
  await eachOf(cells, 6, async (cell) => {
    const { sent, transport, person } = cell;
    const report = (problem: string) => wrong.push(`${person?.who ?? "signed out"}: ${sent.method} ${sent.path} as ${transport} ${problem}`);
    const askOnce = () => askAsClient(world.dashboard.address, { ...sent, headers: { ...sent.headers, ...headersOf(person) } });
    // A file breaks off where its viewer's rights could not be renewed in time, as on a busy machine: it is asked for again.
    const answer = await askOnce()
      .catch(askOnce)
      .catch(askOnce)
      .catch((error: Error) => void report(`was broken off three times: ${error.message}`));
    if (!answer) return;
    const { status, headers, body } = answer;
    const problem = status === 429 ? "was not answered" : wrongWith(cell, status, JSON.stringify(headers) + body);
    if (problem !== null) report(problem);
    if (person !== null && status < 300 && body !== "") answered.set(transport, (answered.get(transport) ?? 0) + 1);
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
      if (JSON.stringify([one?.status, one?.body]) !== JSON.stringify([other?.status, other?.body]))
        differing.push(`${of} ${sent.method} ${one?.status} ${other?.status}`);
    }
  }
  expect(differing).toEqual([]);
});
