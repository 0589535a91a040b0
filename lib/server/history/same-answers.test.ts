import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { formatMoment } from "@/lib/contract/url/history-window";
import { formatQueryValues, type QueryValues } from "@/lib/contract/url/query-values";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { Scope } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { Refusal } from "@/lib/server/http/problem";
import { onEachEngine } from "@/lib/testing/engines";
import { aWorld, NOW } from "@/lib/testing/entries";
import { arbitraryFleetStep, type FleetStep } from "@/lib/testing/fleet-steps";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT, rememberedFleet, sightOfNamespaces } from "@/lib/testing/server/remembered-fleet";
import { answerHistory } from "./answer-history";
import { createHistory } from "./create-history";
import type { History } from "./history";
import { KnownIds } from "./known-ids";
import { openMemoryDatabase } from "./memory-database";
import { openPostgres } from "./postgres-database";
import { writeBatch } from "./write-batch";
import { beginRecorder } from "./write-recorder";

const STORIES = 2;
const PATIENCE_MS = 120_000;
const MINUTE = 60_000;
const SCOPES = [ALL_IN_SIGHT, sightOfNamespaces("shop"), sightOfNamespaces("other"), sightOfNamespaces()];

/** What happens, and how long nothing does after it; now and then nobody looks for a while. */
const story = fc.array(
  fc.record({ step: arbitraryFleetStep, quietMs: fc.constantFrom(0, 900, 7_000, 12_000, 190_000), blind: fc.constantFrom(...eighth(true)) }),
  {
    minLength: 30,
    maxLength: 45,
  },
);

/** What pages ask, by the name in their address. Moments are minutes before the story's end. */
const QUESTIONS: readonly (readonly [what: string, asked: QueryValues, minutesAgo?: number])[] = [
  ["band", { window: "15m" }],
  ["band", { window: "1h", width: 40 }, 20],
  ["band", { window: "24h", cluster: ["prod-eu"], ns: ["shop"], group: "checkout" }],
  ["band", { window: "7d", width: 300 }, 3],
  ["band", { window: "6h", group: "" }],
  ["band", { group: "nobody's" }],
  ["rows", { kind: "entries", id: Array.from({ length: 9 }, (_, id) => `prod-eu/uid-${id}`), window: "6h" }],
  ["rows", { kind: "entries", id: [], window: "1h" }],
  ["rows", { kind: "entries", id: ["prod-eu/nobody", "elsewhere/uid-1", "", "/"], window: "1h" }, 30],
  ["rows", { kind: "groups", id: ["prod-eu/shop/checkout", "prod-eu/legacy/billing", "prod-eu/shop/", "prod-eu/shop/nobody"], buckets: 12 }],
  ["rows", { kind: "groups", id: [], window: "24h" }],
  ["losses", { window: "7d" }],
  ["losses", { window: "24h", ns: ["shop"], group: "checkout", limit: 2 }, 15],
  ["losses", { window: "24h", group: "", limit: 0 }],
  ["entry", { cluster: "prod-eu", ns: "shop", name: "vm-0", window: "24h" }],
  ["entry", { cluster: "prod-eu", ns: "legacy", name: "vm-renamed", window: "1h" }, 5],
  ["entry", { cluster: "prod-eu", ns: "shop", name: "vm-2", uid: "uid-2", window: "7d", width: 50 }],
  ["entry", { cluster: "prod-eu", ns: "shop", name: "nobody", uid: "none", window: "7d" }],
  ["activity", { window: "7d", limit: 500 }],
  ["activity", { window: "6h", limit: 3 }, 2],
  ["activity", { window: "24h", type: ["health", "ended", "group-edited"] }],
  ["activity", { window: "24h", group: "checkout" }],
  ["activity", { window: "24h", name: "vm-1", q: "VM" }],
  ["activity", { window: "24h", uid: "uid-3" }],
  ["activity", { window: "24h", q: "100%_\\" }],
  ["activity", { window: "24h", q: "'; drop table version; --" }],
];

/** A NUL is no text in PostgreSQL, and nobody writes one by hand: it is refused before it is asked for. */
const HOSTILE: readonly (readonly [what: string, asked: QueryValues, field: string])[] = [
  ["band", { group: "check\0out" }, "group"],
  ["band", { ns: ["shop\0"] }, "ns"],
  ["rows", { kind: "entries", id: ["prod-eu/uid\0"] }, "id"],
  ["losses", { cluster: ["\0"] }, "cluster"],
  ["entry", { cluster: "prod-eu", ns: "shop", name: "vm\0" }, "name"],
  ["activity", { q: "\0" }, "q"],
];

onEachEngine("an answer", (own) => {
  it("is the same as SQLite's for each question of each page, whatever happened and whoever asks", { timeout: PATIENCE_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(story, async (steps) => {
        const played = await playedOut(steps);
        const other = await toldTo(await own(), played);
        try {
          for (const scope of SCOPES)
            for (const [what, asked, minutesAgo] of QUESTIONS) {
              const question = new URLSearchParams(formatQueryValues({ ...asked, at: atMinutesAgo(played.clock.now(), minutesAgo) }));
              const where = `${what}?${question}`;
              expect([where, await answered(other.history, what, question, scope)]).toEqual([where, await answered(played.history, what, question, scope)]);
            }
          for (const minutes of [0, 1, 9, 40, 200]) {
            const at = played.clock.now() - minutes * MINUTE;
            expect([minutes, await fleetAt(other.history, at)]).toEqual([minutes, await fleetAt(played.history, at)]);
          }
        } finally {
          await Promise.all([played.database.close(), other.database.close()]);
        }
      }),
      { numRuns: STORIES, seed: 20_260_812, endOnFailure: true },
    );
  });

  it.each(HOSTILE)("is a refusal that names the field where a text has no spelling: %s of %j", async (what, asked, field) => {
    const played = await rememberedFleet(new ManualClock(NOW), aWorld(), await own());
    onTestFinished(() => played.database.close());
    await played.live();
    const question = new URLSearchParams(formatQueryValues(asked));
    expect(await answered(played.history, what, question, ALL_IN_SIGHT)).toMatchObject({ refused: 400, field });
  });
});

function eighth<T>(value: T): readonly (T | null)[] {
  return [value, ...Array.from({ length: 7 }, () => null)];
}

async function playedOut(steps: readonly { readonly step: FleetStep; readonly quietMs: number; readonly blind: boolean | null }[]) {
  const played = await rememberedFleet(new ManualClock(NOW), aWorld());
  await played.live();
  for (const { step, quietMs, blind } of steps) {
    await play(played, step);
    if (blind !== null) played.blind("the API server is away");
    await played.wait(quietMs);
  }
  return played;
}

type Played = Awaited<ReturnType<typeof rememberedFleet>>;

async function play({ live, upsert, remove, removeGroup, world, wait, fleet }: Played, step: FleetStep): Promise<void> {
  const entries = entriesOf(fleet);
  const groups = fleet.groups().flatMap(({ object }) => object ?? []);
  switch (step.kind) {
    case "upsert":
      return upsert(step.entry);
    case "list":
      return live(step.entries, groups);
    case "list-groups":
      return live(entries, step.groups);
    case "world":
      return world(step.world);
    case "wait":
      return wait(step.ms);
    case "remove":
      return remove(...entries.filter(({ uid }) => uid === step.uid));
    case "remove-group":
      for (const group of groups) if (group.uid === step.uid) removeGroup(group);
  }
}

function entriesOf(fleet: FleetReader): WorkloadEntry[] {
  return Array.from(fleet.entries(), (entry) => fleet.entry(entry)).sort((one, other) => (one.uid < other.uid ? -1 : 1));
}

/** The same records in another database, with its own numbers. */
async function toldTo(url: string | null, { batches, history, fleet, clock }: Played) {
  const database = url === null ? await openMemoryDatabase() : openPostgres(url);
  await database.prepare();
  const context = { engine: database.engine, ids: new KnownIds(), recorderId: await beginRecorder(database, "test", clock.now()) };
  for (const batch of batches) await writeBatch(database.write, context, batch);
  return { database, history: createHistory({ database, status: () => history.status(), fleet }) };
}

function atMinutesAgo(now: number, minutes: number | undefined): string | null {
  return minutes === undefined ? null : formatMoment(now - minutes * MINUTE);
}

/** Far more than any question of these has: a cursor that does not move is no reason to read for ever. */
const MOST_PAGES = 200;

/** An answer without the numbers that a database gave its rows; a log is read to its end. */
async function answered(history: History, what: string, question: URLSearchParams, scope: Scope): Promise<unknown> {
  try {
    const pages: unknown[] = [];
    for (let page = question; pages.length < MOST_PAGES; ) {
      const answer = (await answerHistory(history, what, page, scope)) as { readonly next?: string | null };
      pages.push(JSON.parse(JSON.stringify(answer, withoutNumbers)));
      if (!answer.next) return pages;
      page = new URLSearchParams(question);
      page.set("before", answer.next);
    }
    throw new Error(`${what} has no last page: ${question}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refused: error.status, field: error.field, detail: error.detail };
  }
}

function withoutNumbers(this: unknown, key: string, value: unknown): unknown {
  const ofLog = typeof this === "object" && this !== null && "names" in this;
  return key === "next" || (key === "id" && ofLog) ? null : value;
}

async function fleetAt(history: History, at: number): Promise<unknown> {
  try {
    const { fleet, gaps, recorded } = await history.fleetAt(at, ALL_IN_SIGHT);
    return {
      entries: entriesOf(fleet),
      groups: fleet.groups().map(({ place, object, counts, serving }) => [place.cluster, place.namespace, object, [...counts], serving]),
      gaps,
      recorded,
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refused: error.status, detail: error.detail };
  }
}
