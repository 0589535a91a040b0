// @vitest-environment happy-dom
import { rmSync } from "node:fs";
import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { drawPage, fetchFromRoutes } from "@/lib/testing/drawn-pages";
import { EXCLUDED, type ExpectedStatement, expectedStatement, type ShownStatement } from "@/lib/testing/played-past/expected-headline";
import { type PlayedPast, playPast } from "@/lib/testing/played-past/play";
import { numbersOf, recounted } from "@/lib/testing/played-past/recount";
import { runtimeOf } from "@/lib/testing/played-past/runtime";
import { type HeadlineFact, SITUATIONS } from "@/lib/testing/played-past/situations";

/** Plays each situation and draws Fleet and On call with it: objects, history, server and page. Only HTTP to the API server and the browser are left out. */
const NOW = Date.parse("2026-11-29T04:10:50Z");
const PAGES = ["page", "oncall/page"];
/** Situations of the past: their headline needs a history that began later, or a group that is gone. */
const OF_THE_PAST = ["8", "11"];
/** Facts that no page states yet. A fact that is stated may not be in the list. */
const NOT_STATED: readonly HeadlineFact["kind"][] = [
  ...(["registered", "no-permission", "group-failed", "machine-failed", "no-endpoint", "istiod-gone"] as const),
  ...(["rollout", "unverified-since-rollout", "no-new-trouble", "long-running", "history-paused"] as const),
];

const page = vi.hoisted(() => ({ path: "/", search: "" }));
vi.mock("next/headers", () => ({ cookies: async () => ({ get: () => undefined }), headers: async () => new Headers() }));
vi.mock("next/navigation", () => ({
  usePathname: () => page.path,
  useSearchParams: () => new URLSearchParams(page.search),
  useRouter: () => ({ push: () => undefined, replace: () => undefined, prefetch: () => undefined, refresh: () => undefined }),
  notFound: () => {
    throw new Error("not found");
  },
}));
vi.mock("geist/font/sans", () => ({ GeistSans: { variable: "sans" } }));
vi.mock("geist/font/mono", () => ({ GeistMono: { variable: "mono" } }));

beforeEach(() => void vi.stubGlobal("fetch", fetchFromRoutes));
afterEach(() => cleanup());

/** The headline of a page: its statements and the classes of its colours. */
interface DrawnHeadline {
  readonly statements: readonly ShownStatement[];
  readonly tones: readonly string[];
}

function headlineOf(body: Element): DrawnHeadline {
  const heading = body.querySelector("h1");
  const parts = [heading, heading?.nextElementSibling ?? null].flatMap((part) => (part === null ? [] : [part, ...part.querySelectorAll("*")]));
  const statements = parts.flatMap((part) => {
    const { statement: kind, ...values } = { ...(part as HTMLElement).dataset };
    return kind === undefined ? [] : [{ kind, values }];
  });
  return { statements, tones: parts.flatMap((part) => [...part.classList].flatMap((name) => /^text-(bad|good)$/.exec(name)?.[1] ?? [])) };
}

/** The differences between a headline's statement and the expected one; empty = none. */
function differencesIn({ statements }: DrawnHeadline, { kind, values }: ExpectedStatement): readonly string[] {
  const shown = statements.filter((statement) => statement.kind === kind);
  if (shown.length === 0) return [`${kind} is missing in ${statements.map((one) => one.kind).join(", ")}`];
  const differing = shown.map((statement) =>
    Object.entries(values).flatMap(([field, expected]) => {
      const value = statement.values[field];
      const isEqual = typeof expected === "object" ? isBetween(Number(value ?? Number.NaN), expected) : value === String(expected);
      return isEqual ? [] : [`${kind}: ${field} is ${value}, not ${JSON.stringify(expected)}`];
    }),
  );
  return differing.find((found) => found.length === 0) ?? differing[0] ?? [];
}

function isBetween(value: number, { from, to }: { readonly from: number; readonly to: number }): boolean {
  return value >= from && value <= to;
}

/** The parts of a headline that its situation excludes. */
function excludedIn({ statements, tones }: DrawnHeadline, id: string): readonly string[] {
  const { kinds = [], values = {}, tones: excludedTones = [] } = EXCLUDED[id] ?? {};
  // A pause of the history has a beginning of its own.
  const present = statements.filter(({ kind }) => kind !== "history-paused");
  return [
    ...present.flatMap(({ kind }) => (kinds.includes(kind) ? [kind] : [])),
    ...present.flatMap(({ kind, values: shown }) =>
      Object.entries(values).flatMap(([field, pattern]) => (pattern.test(shown[field] ?? "") ? [`${kind}: ${field} is ${shown[field]}`] : [])),
    ),
    ...excludedTones.filter((tone) => tones.includes(tone)),
  ];
}

async function drawn(past: PlayedPast): Promise<readonly DrawnHeadline[]> {
  const { fleet, history, clock, scope } = past;
  const { runtime } = runtimeOf({ fleet, history, clock, scope, statuses: () => past.statuses });
  const headlines: DrawnHeadline[] = [];
  for (const path of PAGES) {
    headlines.push(headlineOf(await drawPage(page, path, {}, {})));
    cleanup();
  }
  await runtime.stop();
  return headlines;
}

describe.each(SITUATIONS.map((situation) => ({ ...situation })))("situation $id", ({ id, script, play, line1, line2, quiet }) => {
  const facts = [line1, ...line2, ...quiet];

  it("has the numbers of its headline in the script's count, and its facts on Fleet and On call", async () => {
    const past = await playPast(script, { seed: 39, now: NOW, ...play });
    try {
      for (const fact of facts) expect({ fact: fact.kind, ...recounted(fact, past) }).toEqual({ fact: fact.kind, ...numbersOf(fact) });
      if (OF_THE_PAST.includes(id)) return;
      const entryOf = (machine: string) =>
        past
          .countAt(NOW)
          .clusters.flatMap(({ machines }) => machines)
          .find((one) => one.id === machine)?.entry ?? "";
      const headlines = await drawn(past);
      for (const fact of facts) {
        const expected = expectedStatement(fact, { now: NOW, entryOf });
        if (expected === null) continue;
        const differences = headlines.map((headline) => differencesIn(headline, expected));
        if (NOT_STATED.includes(fact.kind)) expect(differences, `${fact.kind} is not stated yet`).not.toContainEqual([]);
        else expect({ fact: fact.kind, differences }).toEqual({ fact: fact.kind, differences: PAGES.map(() => []) });
      }
      if (facts.some(({ kind }) => NOT_STATED.includes(kind))) return;
      expect(headlines.map((headline) => excludedIn(headline, id))).toEqual(PAGES.map(() => []));
    } finally {
      await past.close();
      rmSync(past.folder, { recursive: true });
    }
  }, 120_000);
});
