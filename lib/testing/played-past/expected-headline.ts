import type { Ago, HeadlineFact } from "./situations";

/** A statement of a page: its kind and its values, by field in camel case, as the page's attributes have them. */
export interface ShownStatement {
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
}

/** Returns the statement that states a fact; null for facts of incidents and of a history that begins later, which no page states yet. */
export function expectedStatement(fact: HeadlineFact, { now, entryOf }: HeadlineContext): ExpectedStatement | null {
  const since = ([least, most]: Ago): Between => ({ from: now - most, to: now - least });
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
      return { kind: "fleet-registered", values: { namespace: fact.namespace } };
    case "not-reached":
      return { kind: "cluster-not-reached", values: { cluster: fact.cluster, since: since(fact.ago) } };
    case "no-new-trouble":
      return { kind: "no-new-trouble", values: { withinMs: fact.withinMs } };
    case "long-running":
      return { kind: "long-running", values: { ...groupOf(fact.group), number: fact.number, total: fact.total, since: since(fact.ago) } };
    case "rollout":
      return { kind: "fleet-rollout", values: { version: fact.version, waiting: fact.remaining } };
    case "history-paused":
      return { kind: "history-paused", values: { since: since(fact.ago) } };
    default:
      return null;
  }
}

function groupOf(path: string): { readonly namespace: string; readonly group: string } {
  const [namespace = "", group = ""] = path.split("/");
  return { namespace, group };
}

/** Kinds of statements about the worst trouble. A headline has one of them at most. */
export const WORST_TROUBLE = [
  ...["fleet-worst-group", "fleet-worst-machine", "fleet-lost", "fleet-failing", "group-lost"],
  ...["service-without-endpoint", "istiod-gone", "unverified-since-rollout"],
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

/** By the id of the situation. */
export const EXCLUDED: Readonly<Record<string, Excluded>> = {
  "1": { kinds: WORST_TROUBLE, tones: ["bad", "good"] },
  "2": { values: { common: /zone/, trait: /zone/ } },
  "4": { kinds: WORST_TROUBLE, tones: ["bad"] },
  "5": { kinds: WORST_TROUBLE, tones: ["bad"] },
  "5-later": { kinds: ["fleet-lost", "group-lost", "fleet-worst-group", "fleet-rollout"], tones: ["bad"] },
  "6": { kinds: ["fleet-worst-group", "fleet-worst-machine"] },
  "7": { kinds: ["fleet-serving", ...WORST_TROUBLE], tones: ["bad", "good"] },
  "9": { kinds: ["no-new-trouble"] },
  "10": { kinds: WORST_TROUBLE, values: { lost: /[1-9]/, missing: /[1-9]/ }, tones: ["bad"] },
  "13": { values: { total: /^924$/ } },
  "15": { kinds: ["fleet-serving", "fleet-registered", ...WORST_TROUBLE], tones: ["bad"] },
  "16": { kinds: ["no-new-trouble"] },
  "17": { kinds: ["no-new-trouble"], values: { since: ANY } },
};
