import type { CauseTrait, ConditionSpan, Incident, IncidentCause, IncidentMember, IncidentState } from "@/lib/domain/incidents/incident";
import { type Condition, type ObjectChange, TRAITS } from "@/lib/domain/incidents/observation";
import type { Fields } from "@/lib/domain/preview/values";
import { boolean, fields, list, number, numberOrNull, object, oneOf, orNull, type Read, text, textOrNull } from "./reading";

/** The values of an incident that are stored as one JSON object. Its members, its services and its columns are stored apart. */
export type IncidentNumbers = Pick<Incident, "clusters" | "foundAtStart" | "unknownSince" | "cause" | "changes" | "lastChange" | "peak" | "planned">;

/** The values of a member that are stored as JSON. Columns name its machine and the moments at which it joined and left. */
export interface MemberFacts {
  readonly traits: IncidentMember["machine"]["traits"];
  readonly spans: IncidentMember["spans"];
  readonly message: string;
  readonly cause: string;
  readonly leftHealthy: boolean;
  /** The user who accepted its loss; "" = not accepted. */
  readonly by: string;
}

/** Returns the values of an incident that are stored as JSON. */
export function incidentNumbers({ clusters, foundAtStart, unknownSince, cause, changes, lastChange, peak, planned }: Incident): IncidentNumbers {
  return { clusters, foundAtStart, unknownSince, cause, changes, lastChange, peak, planned };
}

/** Returns the values of a member that are stored as JSON. */
export function memberFacts({ machine, spans, message, cause, leftHealthy, left }: IncidentMember): MemberFacts {
  // In one order, so that equal facts are equal texts.
  const traits = Object.fromEntries(
    TRAITS.flatMap((trait) => (trait in machine.traits ? [[trait, machine.traits[trait as keyof typeof machine.traits]]] : [])),
  );
  return { traits, spans: spans.map(({ condition, from, to }) => ({ condition, from, to })), message, cause, leftHealthy, by: left?.by ?? "" };
}

/** Returns the names of the traits that a cause names: "zone=eu-1". */
export function causeTraits({ traits }: IncidentCause): readonly string[] {
  return traits.map(({ trait, value }) => `${trait}=${value}`);
}

/**
 * Returns a member with the moments of the replica that stored it first: several replicas observe the same change at slightly different moments. From the first
 * condition that differs on, and for a leave of another kind, the later report is right.
 */
export function withFirstMoments(stored: IncidentMember, reported: IncidentMember): IncidentMember {
  const differs = reported.spans.findIndex(({ condition }, index) => stored.spans[index]?.condition !== condition);
  const same = differs === -1 ? reported.spans.length : differs;
  const spans = reported.spans.map((span, index) => {
    const first = index < same ? stored.spans[index] : undefined;
    return first === undefined ? span : { ...span, from: first.from, to: span.to === null ? null : (first.to ?? span.to) };
  });
  const isSameLeave = stored.left !== null && stored.left.how === reported.left?.how;
  return { ...reported, joinedAt: stored.joinedAt, spans, left: isSameLeave ? stored.left : reported.left };
}

/** Reads the stored values of an incident, in the newest format; throws `Unreadable`. */
export function readIncidentNumbers(stored: Fields): IncidentNumbers {
  return readNumbers(stored, "incident");
}

/** Reads the stored values of a member, in the newest format; throws `Unreadable`. */
export function readMemberFacts(stored: Fields): MemberFacts {
  return readFacts(stored, "member");
}

/** Returns a reader for one of these words. The compiler demands each word of the type. */
const oneKeyOf = <Word extends string>(words: Readonly<Record<Word, true>>): Read<Word> => oneOf(Object.keys(words) as Word[]);

/** Reads how a member left, as its column has it. */
export const readHow = oneKeyOf<NonNullable<IncidentMember["left"]>["how"]>({
  ...{ serving: true, gone: true, replaced: true, "size-changed": true, quiet: true, accepted: true },
});

/** Reads the state of an incident, as its column has it. */
export const readIncidentState = oneKeyOf<IncidentState>({ open: true, recovering: true, over: true, "long-running": true });

const readCondition = oneKeyOf<Condition>({ serving: true, waiting: true, failed: true, lost: true, unverified: true, gone: true });
const readCauseKind = oneKeyOf<IncidentCause["kind"]>({
  ...{ trait: true, machine: true, "group-deleted": true, "namespace-deleted": true, "istiod-gone": true, "replica-gone": true },
  ...{ "clock-skew": true, "left-healthy": true, "service-without-endpoint": true, "time-only": true },
});

const readTraits: Read<MemberFacts["traits"]> = (value, path) => {
  const stored = fields(value, path);
  return Object.fromEntries(TRAITS.flatMap((trait) => (stored[trait] === undefined ? [] : [[trait, text(stored[trait], `${path}.${trait}`)]])));
};

const readFacts = object<MemberFacts>({
  traits: readTraits,
  spans: list(object<ConditionSpan>({ condition: readCondition, from: number, to: numberOrNull })),
  ...{ message: text, cause: text, leftHealthy: boolean, by: text },
});

const readChange = object<ObjectChange>({
  ...{ cluster: text, kind: text, namespace: text, name: text, what: text },
  ...{ seenAt: number, ownAt: numberOrNull, groups: orNull(list(text)), version: textOrNull },
});

const readCause = object<IncidentCause>({
  kind: readCauseKind,
  traits: list(object<CauseTrait>({ trait: oneOf(TRAITS), value: text, bad: number, of: number, others: number, ofOthers: number })),
  group: orNull(object<NonNullable<IncidentCause["group"]>>({ namespace: text, name: text, size: number })),
});

const readNumbers = object<IncidentNumbers>({
  clusters: list(text),
  foundAtStart: boolean,
  unknownSince: numberOrNull,
  cause: readCause,
  changes: list(readChange),
  lastChange: orNull(readChange),
  peak: object<Incident["peak"]>({ at: number, bad: number }),
  planned: orNull(object<NonNullable<Incident["planned"]>>({ reason: text, until: number })),
});
