import type { Ago, HeadlineFact } from "./situations";

/** A statement of a page: its kind and its values, by field in camel case, as the page's attributes have them. */
interface ShownStatement {
  readonly kind: string;
  readonly values: Readonly<Record<string, string | undefined>>;
}

/** A statement that a page must make. A value is equal, or a moment between two bounds (milliseconds since 1970). */
export interface ExpectedStatement {
  readonly kind: string;
  readonly values: Readonly<Record<string, string | number | Between>>;
}

interface Between {
  readonly from: number;
  readonly to: number;
}

export interface HeadlineContext {
  /** The moment at which the ages of the facts hold. */
  readonly now: number;
  /** The name of a machine's entry, by the machine's id. */
  readonly entryOf: (id: string) => string;
  /** The start of a server that did not watch the past: it knows no earlier attempt to reach a cluster, and no earlier pause. */
  readonly startedAt?: number;
}

/** A headline as a page shows it. `tones`: of its coloured parts. */
export interface ShownHeadline {
  readonly statements: readonly ShownStatement[];
  readonly tones: readonly string[];
}

/** The differences between the statement of a headline and the expected one; empty = none. */
export function differencesIn({ statements }: ShownHeadline, { kind, values }: ExpectedStatement): readonly string[] {
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

function isBetween(value: number, { from, to }: Between): boolean {
  return value >= from && value <= to;
}

/** The parts of a headline that its situation excludes. */
export function excludedIn({ statements, tones }: ShownHeadline, id: string): readonly string[] {
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

/** The first lists are complete so long after the start. Milliseconds. */
const FIRST_LIST_MS = 5_000;

/** Returns the statement that states a fact. */
export function expectedStatement(fact: HeadlineFact, { now, entryOf, startedAt }: HeadlineContext): ExpectedStatement {
  const since = ([least, most]: Ago): Between => ({ from: now - most, to: now - least });
  const sinceStart = (ago: Ago): Between => (startedAt === undefined ? since(ago) : { from: startedAt, to: Number.POSITIVE_INFINITY });
  switch (fact.kind) {
    case "serving":
      return { kind: "fleet-serving", values: { serving: fact.number, total: fact.total } };
    case "unverified":
      return { kind: "fleet-serving", values: { unverified: fact.number, total: fact.total } };
    case "registered":
      return { kind: "fleet-registered", values: { registered: fact.number } };
    case "no-machines":
      return { kind: "fleet-empty", values: {} };
    case "group-failed": {
      const { number, total, reason, version, ago } = fact;
      const values = { unhealthy: number, total, message: reason, common: `version ${version}`, since: since(ago) };
      return { kind: "fleet-worst-group", values: { ...groupOf(fact.group), ...values } };
    }
    case "group-failed-before": {
      const { number, total, beginAgo } = fact;
      const values = { unhealthy: number, total, since: since([beginAgo - FIRST_LIST_MS, beginAgo]), sinceAtLeast: "true" };
      return { kind: "fleet-worst-group", values: { ...groupOf(fact.group), ...values } };
    }
    case "group-deleted": {
      const values = { machines: fact.machines, since: since(fact.ago), sinceAtLeast: "false" };
      return { kind: "group-deleted", values: { ...groupOf(fact.group), ...values } };
    }
    case "machine-failed": {
      const [namespace = ""] = fact.machine.split("/");
      return { kind: "fleet-worst-machine", values: { namespace, machine: entryOf(fact.machine), message: fact.reason, since: since(fact.ago) } };
    }
    case "no-endpoint": {
      const { namespace, group: service } = groupOf(fact.service);
      return { kind: "service-without-endpoint", values: { namespace, service, since: since(fact.ago) } };
    }
    case "istiod-gone":
      return { kind: "istiod-gone", values: { since: since(fact.ago) } };
    case "unverified-since-rollout":
      return { kind: "unverified-since-rollout", values: { unverified: fact.number, since: since(fact.ago) } };
    case "no-permission":
      return { kind: "not-verified", values: { namespace: fact.namespace } };
    case "not-reached":
      return { kind: "cluster-not-reached", values: { cluster: fact.cluster, since: sinceStart(fact.ago) } };
    case "no-new-trouble":
      return { kind: "no-new-trouble", values: { withinMs: fact.withinMs } };
    case "long-running":
      return { kind: "long-running", values: { ...groupOf(fact.group), number: fact.number, total: fact.total, since: since(fact.ago) } };
    case "rollout":
      return { kind: "fleet-rollout", values: { version: fact.version, waiting: fact.remaining } };
    case "history-paused":
      return { kind: "history-paused", values: { since: sinceStart(fact.ago) } };
    case "zone-lost": {
      const { namespace: worstNamespace, group: worstGroup } = groupOf(fact.worst.group);
      const worst = { worstNamespace, worstGroup, worstNumber: fact.worst.number, worstTotal: fact.worst.total };
      const { zone: values, lost, groups, unverified } = fact;
      return { kind: "incident-of-groups", values: { traits: "zone", values, failed: 0, lost, groups, unverified, ...worst, since: since(fact.ago) } };
    }
    case "group-lost": {
      const values = { number: fact.number, lost: fact.number, total: fact.total, since: since(fact.ago) };
      return { kind: "fleet-worst-group", values: { ...groupOf(fact.group), ...values } };
    }
    case "recovering":
      return { kind: "incident-recovering", values: { trait: "zone", value: fact.zone, back: fact.back, machines: fact.of } };
    case "last-incident-ended":
      return { kind: "last-incident-ended", values: { at: since(fact.ago) } };
    case "more-incidents":
      return { kind: "more-incidents", values: { number: fact.number } };
  }
}

function groupOf(path: string): { readonly namespace: string; readonly group: string } {
  const [namespace = "", group = ""] = path.split("/");
  return { namespace, group };
}

/** Kinds of statements about the worst trouble. A headline has one of them at most. */
const WORST_TROUBLE = [
  ...["fleet-worst-group", "fleet-worst-machine", "fleet-lost", "fleet-failing", "group-lost"],
  ...["service-without-endpoint", "istiod-gone", "unverified-since-rollout"],
  ...["incident-of-groups", "incident-recovering", "namespace-deleted"],
];

/** The facts of a headline that a situation excludes. */
interface Excluded {
  /** Kinds of statements. */
  readonly kinds?: readonly string[];
  /** Values that no statement of the headline may have, by field. */
  readonly values?: Readonly<Record<string, RegExp>>;
  /** Tones of the headline. */
  readonly tones?: readonly ("bad" | "good")[];
}

const ANY = /./;

/** The key is the id of the situation. */
const EXCLUDED: Readonly<Record<string, Excluded>> = {
  "1": { kinds: WORST_TROUBLE, tones: ["bad", "good"] },
  "2": { values: { common: /zone/, trait: /zone/, traits: /zone/ } },
  // One group as if it were alone.
  "3": { kinds: ["fleet-worst-group", "fleet-worst-machine", "group-lost"] },
  "4": { kinds: WORST_TROUBLE, tones: ["bad"] },
  "5": { kinds: WORST_TROUBLE, tones: ["bad"] },
  "5-later": { kinds: ["fleet-lost", "group-lost", "fleet-worst-group", "fleet-rollout"] },
  "6": { kinds: ["fleet-worst-group", "fleet-worst-machine"] },
  "7": { kinds: ["fleet-serving", ...WORST_TROUBLE], tones: ["bad", "good"] },
  "8": { kinds: ["fleet-lost", "group-lost", "fleet-failing", "group-deleted"], values: { lost: /[1-9]/, missing: /[1-9]/ } },
  "9": { kinds: ["no-new-trouble"] },
  "10": { kinds: WORST_TROUBLE, values: { lost: /[1-9]/, missing: /[1-9]/ }, tones: ["bad"] },
  "11": { kinds: ["fleet-worst-group", "fleet-lost", "group-lost", "no-new-trouble"] },
  // "All fine", or the numbers of the peak.
  "14": { kinds: ["last-incident-ended", "no-new-trouble", "incident-of-groups", "fleet-lost"] },
  "13": { values: { total: /^924$/ } },
  "15": { kinds: ["fleet-serving", "fleet-registered", ...WORST_TROUBLE], tones: ["bad"] },
  "16": { kinds: ["no-new-trouble"] },
  "17": { kinds: ["no-new-trouble", "last-incident-ended", "more-incidents"], values: { since: ANY, incident: ANY } },
};
