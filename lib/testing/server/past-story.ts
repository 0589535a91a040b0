import { AuditQuery } from "@/lib/contract/url/history-query";
import { formatMoment } from "@/lib/contract/url/history-window";
import { formatQueryValues, type QueryValues } from "@/lib/contract/url/query-values";
import type { Scope } from "@/lib/domain/source/scope";
import { codedCounts, stateOfCode } from "@/lib/domain/verdict/state-code";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { answerHistory, read } from "@/lib/server/history/answer-history";
import { GroupMemories } from "@/lib/server/history/group-memories";
import type { History } from "@/lib/server/history/history";
import type { HistoryDatabase } from "@/lib/server/history/open-database";

const MINUTE = 60_000;

/** What is asked of a past that ends at `end`, by a name of its own. */
const QUESTIONS: Readonly<Record<string, QueryValues>> = {
  "band of an hour": { window: "1h", width: 400 },
  "band of a day, from what was summed up": { window: "24h", width: 400 },
  "band of one group over a week": { window: "7d", cluster: ["prod-eu"], ns: ["shop"], group: "checkout", width: 200 },
  "rows of machines": { kind: "entries", id: [2, 3, 8, 9, 11, 13, 70].map((n) => `prod-eu/uid-${n}`), window: "1h", buckets: 12 },
  "rows of groups": { kind: "groups", id: ["prod-eu/shop/checkout", "prod-eu/legacy/billing", "prod-eu/shop/"], window: "1h", buckets: 12 },
  losses: { window: "24h", limit: 50 },
  "losses of one group": { window: "24h", group: "checkout", limit: 3 },
  "machine that failed": { cluster: "prod-eu", ns: "shop", name: "vm-3", window: "1h" },
  "machine that came back": { cluster: "prod-eu", ns: "shop", name: "vm-8", window: "1h" },
  "machine whose name another has": { cluster: "prod-eu", ns: "shop", name: "vm-7", window: "1h" },
  "machine that was swept": { cluster: "prod-eu", ns: "shop", name: "vm-6", window: "1h" },
  "machine that grew old": { cluster: "prod-eu", ns: "shop", name: "vm-11", window: "1h" },
  log: { window: "24h", limit: 500 },
};

const SERVICE: QueryValues = { cluster: "prod-eu", kind: "Service", ns: "shop", name: "checkout", window: "1h", width: 400 };

/** The minutes before the end at which the fleet is looked at. */
const MOMENTS = [0.1, 37.5, 41];

/** Everything that a history says of a past that ends at `end`: what pages are told, with states and times in words, and without the numbers of rows. */
export async function pastStory(history: History, database: Pick<HistoryDatabase, "read">, end: number, scope: Scope): Promise<unknown> {
  const story: Record<string, unknown> = {};
  for (const [name, asked] of Object.entries(QUESTIONS)) {
    const [what = ""] = /^(band|rows|losses|machine|log)/.exec(name) ?? [];
    const question = new URLSearchParams(formatQueryValues({ ...asked, at: formatMoment(end) }));
    story[name] = told(await answerHistory(history, { machine: "entry", log: "activity" }[what] ?? what, question, scope), end);
  }
  for (const minutes of MOMENTS) {
    const { fleet, gaps } = await history.fleetAt(end - minutes * MINUTE, scope);
    story[`fleet ${minutes} minutes before`] = told({ ...fleetStory(fleet), gaps }, end);
  }
  const vanished = await history.vanished({ kind: "last", name: "1h" }, end, scope);
  story.vanished = told(fleetStory(vanished.fleet), end);
  story.service = told(await answerHistory(history, "host", new URLSearchParams(formatQueryValues({ ...SERVICE, at: formatMoment(end) })), scope), end);
  story.audit = told(await history.audit(read(AuditQuery, new URLSearchParams()), scope), end);
  story["what groups held"] = told(await new GroupMemories(database.read).at(end), end);
  return story;
}

function fleetStory(fleet: FleetReader) {
  const rows = Array.from(fleet.entries(), (entry) => ({ entry: fleet.entry(entry), row: fleet.row(entry) }));
  return {
    entries: rows.sort((one, other) => (one.entry.uid < other.entry.uid ? -1 : 1)),
    groups: fleet.groups().map(({ place, name, object, counts, serving }) => [place.namespace, name, object, { counts: codedCounts(counts) }, serving]),
    worlds: ["prod-eu"].map((cluster) => {
      const { replicas, cluster: of, maxConnectionAgeMs, gracePeriodMs } = fleet.worldOf(cluster);
      return {
        cluster: of,
        maxConnectionAgeMs,
        gracePeriodMs,
        replicas:
          replicas.kind === "denied"
            ? replicas
            : [...replicas.value.values()].map(({ name, revision, runningSince, zone }) => ({ name, revision, runningSince, zone })),
      };
    }),
  };
}

/** By the names of their fields: lists of counts by the codes of states. */
const COUNTS: ReadonlySet<string> = new Set(["counts", "timeInState"]);

/** An answer as a person may compare it: states by their words, times as seconds before the end. */
function told(answer: unknown, end: number): unknown {
  const tell = function (this: unknown, key: string, value: unknown): unknown {
    const isRow = typeof this === "object" && this !== null && "names" in this;
    if ((key === "id" && isRow) || (key === "id" && typeof value === "number")) return undefined;
    if (typeof value === "number" && Math.abs(value - end) < 7 * 24 * 60 * MINUTE) return `${(value - end) / 1000} s`;
    if (!Array.isArray(value)) return value;
    if (COUNTS.has(key)) return Object.fromEntries(value.flatMap((count, state) => (count === 0 ? [] : [[stateOfCode(state) ?? state, count]])));
    if (key === "worst") return value.map((state) => ({ "-1": "-", "-2": "?" })[String(state)] ?? stateOfCode(Number(state)) ?? state).join(" ");
    if (key === "share") return value.join(" ");
    return value;
  };
  return JSON.parse(JSON.stringify(answer, tell));
}
