// @vitest-environment happy-dom
import { rmSync } from "node:fs";
import { cleanup, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { formatMoment } from "@/lib/contract/url/history-window";
import { differencesIn, excludedIn, expectedStatement, type ShownHeadline } from "@/lib/testing/played-past/expected-headline";
import { type PlayedPast, playPast } from "@/lib/testing/played-past/play";
import { numbersOf, recounted } from "@/lib/testing/played-past/recount";
import { SITUATIONS } from "@/lib/testing/played-past/situations";
import { connectRoutes, serveFleet, shownPage } from "./rendered-pages.fixture";

/** Plays each situation and draws Fleet and On call with it: objects, history, server and page. Only HTTP to the API server and the browser are left out. */
const NOW = Date.parse("2026-11-29T04:10:50Z");
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const PAGES = ["page", "oncall/page"];

beforeEach(() => connectRoutes());
afterEach(() => cleanup());

function headlineOf(body: Element): ShownHeadline {
  const heading = body.querySelector("h1");
  const parts = [heading, heading?.nextElementSibling ?? null].flatMap((part) => (part === null ? [] : [part, ...part.querySelectorAll("*")]));
  const statements = parts.flatMap((part) => {
    const { statement: kind, ...values } = { ...(part as HTMLElement).dataset };
    return kind === undefined ? [] : [{ kind, values }];
  });
  return { statements, tones: parts.flatMap((part) => [...part.classList].flatMap((name) => /^text-(bad|good)$/.exec(name)?.[1] ?? [])) };
}

/** Draws both pages, and Fleet as it was at the given moments. Closes the play. */
async function drawn(past: PlayedPast, moments: readonly number[]): Promise<readonly ShownHeadline[]> {
  const { fleet, history, clock, scope } = past;
  const runtime = serveFleet({ played: { fleet, history, clock, database: past }, scope, statuses: () => past.statuses });
  const headlines: ShownHeadline[] = [];
  const pages = [...PAGES.map((path) => [path, {}] as const), ...moments.map((at) => ["page", { at: formatMoment(at) }] as const)];
  for (const [path, search] of pages) {
    const body = await shownPage(path, {}, search);
    // The text of an empty fleet is loaded on demand. Until then the heading is the page's name, which states nothing.
    await waitFor(() => expect(headlineOf(body).statements).not.toEqual([]), { timeout: 10_000 });
    headlines.push(headlineOf(body));
    cleanup();
  }
  await runtime.stop();
  return headlines;
}

describe.each(SITUATIONS.map((situation) => ({ ...situation })))("situation $id", ({ id, script, play, line1, line2, quiet }) => {
  const facts = [line1, ...line2, ...quiet];

  it("has the numbers of its headline in the script's count, and its facts on Fleet and On call", async () => {
    // Only the end of an incident is found in earlier counts. For all other facts the script is counted at the end.
    const countEveryMs = facts.some(({ kind }) => kind === "last-incident-ended") ? MINUTE : DAY;
    const past = await playPast(script, { seed: 39, now: NOW, ...play, countEveryMs });
    try {
      for (const fact of facts) expect({ fact: fact.kind, ...recounted(fact, past) }).toEqual({ fact: fact.kind, ...numbersOf(fact) });
      const entryOf = (machine: string) =>
        past
          .countAt(NOW)
          .clusters.flatMap(({ machines }) => machines)
          .find((one) => one.id === machine)?.entry ?? "";
      const aged = quiet.filter(({ kind }) => kind === "long-running");
      const all = await drawn(past, aged.length === 0 ? [] : [NOW - MINUTE]);
      const [headlines, then] = [all.slice(0, PAGES.length), all.slice(PAGES.length)];
      for (const fact of facts) {
        const expected = expectedStatement(fact, { now: NOW, entryOf });
        const differences = headlines.map((headline) => differencesIn(headline, expected));
        expect({ fact: fact.kind, differences }).toEqual({ fact: fact.kind, differences: PAGES.map(() => []) });
      }
      for (const headline of then) {
        expect(aged.map((fact) => differencesIn(headline, expectedStatement(fact, { now: NOW, entryOf })))).toEqual(aged.map(() => []));
      }
      expect(headlines.map((headline) => excludedIn(headline, id))).toEqual(PAGES.map(() => []));
    } finally {
      await past.close();
      rmSync(past.folder, { recursive: true });
    }
  }, 120_000);
});
