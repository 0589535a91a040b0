import type { WatchedKind } from "@/lib/domain/source/scope";
import type { KubeClient } from "@/lib/server/kube/client";
import { agrees, holdsOn, isShown, kindsDue, kindsLeft, type PlaceQuestion, type PlaceRights, rulesText } from "./place-rights";
import { reviewKinds } from "./review-scope";

type Client = Pick<KubeClient, "post">;

const NONE: ReadonlySet<WatchedKind> = new Set();

interface Known {
  /** What is known of each namespace; what is found is put there as it comes. */
  readonly places: Map<string, PlaceRights>;
  /** When this look began, by the monotonic clock. */
  readonly startedAt: number;
  /** When the rules had been read. */
  readonly readAt: number;
  /** Has a renewal begun since? */
  isOvertaken(): boolean;
}

/**
 * Asks access reviews about namespaces whose decisions do not hold on. Of several with equal, complete rules the first is asked: where nothing may be
 * seen there, nothing is shown of the others either, and they are not asked. Where something may, each is asked: no list of rules shows anything.
 */
export async function askPlaces(client: Client, questions: readonly (readonly [string, PlaceQuestion])[], known: Known): Promise<void> {
  const alike = new Map<string, (readonly [string, PlaceQuestion])[]>();
  for (const one of questions) {
    const [name, question] = one;
    if (holdsOn(known.places.get(name), question)) keepOn(known, name);
    else {
      const text = rulesText(question.rules);
      const key = text === null ? `one\n${name}` : `rules\n${kindsLeft(question).join()}\n${text}`;
      alike.set(key, [...(alike.get(key) ?? []), one]);
    }
  }
  await Promise.all([...alike.values()].map((places) => askAlike(client, places, known)));
}

async function askAlike(client: Client, [first, ...others]: readonly (readonly [string, PlaceQuestion])[], known: Known): Promise<void> {
  if (first === undefined) return;
  if (!showsNothingElsewhere(first[1], known)) await askPlace(client, first, known);
  else keep(known, first[0], nothing(first[1], known));
  if (others.length === 0) return;
  const isNothing = showsNothingElsewhere(first[1], known);
  if (isNothing) for (const [name, question] of others) keep(known, name, nothing(question, known));
  else await Promise.all(others.map((one) => askPlace(client, one, known)));
}

async function askPlace(client: Client, [name, question]: readonly [string, PlaceQuestion], known: Known): Promise<void> {
  const kinds = kindsDue(known.places.get(name), question);
  const answer = await reviewKinds(client, kinds, name);
  if (!answer.ok) return;
  if (kinds.length < kindsLeft(question).length) return keepShown(known, name, { question, kinds, allowed: answer.value });
  const rules = agrees(question, answer.value) ? rulesText(question.rules) : null;
  keep(known, name, { asked: new Set(kinds), allowed: answer.value, rules, rulesAt: known.readAt });
}

/** Has an access review said of a namespace with the same rules that nothing of this may be seen? */
function showsNothingElsewhere(question: PlaceQuestion, { places }: Known): boolean {
  return [...places.values()].some((place) => !isShown(place) && holdsOn(place, question));
}

function nothing(question: PlaceQuestion, { readAt }: Known): WholeAnswer {
  return { asked: new Set(kindsLeft(question)), allowed: new Set(), rules: rulesText(question.rules), rulesAt: readAt };
}

type WholeAnswer = Pick<PlaceRights, "asked" | "allowed" | "rules" | "rulesAt">;

/** What was known holds on, with what had to be confirmed. */
function keepOn({ places, startedAt }: Known, name: string): void {
  const before = places.get(name);
  if (before === undefined || before.heldAt > startedAt) return;
  places.set(name, { ...before, allowed: new Set([...before.allowed, ...before.found]), found: NONE, heldAt: startedAt });
}

/** A look that began earlier does not overwrite what a later one has found. */
function keep({ places, startedAt, isOvertaken }: Known, name: string, answer: WholeAnswer): void {
  const before = places.get(name);
  if (before !== undefined && before.heldAt > startedAt) return;
  if (!isOvertaken()) return void places.set(name, { ...answer, found: NONE, heldAt: startedAt });
  // The answers may be older than those of the renewal: what they allow besides is confirmed first, and what they deny the renewal finds by itself.
  const shown = before?.allowed ?? NONE;
  const found = new Set([...answer.allowed].filter((kind) => !shown.has(kind)));
  const isLess = [...shown].some((kind) => !answer.allowed.has(kind));
  places.set(name, { ...answer, allowed: shown, found, rules: isLess ? null : answer.rules, heldAt: startedAt });
}

interface ShownAnswer {
  readonly question: PlaceQuestion;
  readonly kinds: readonly WatchedKind[];
  readonly allowed: ReadonlySet<WatchedKind>;
}

/** The answer about a part: the rest stays as it is known, and as old. */
function keepShown({ places, startedAt }: Known, name: string, { question, kinds, allowed }: ShownAnswer): void {
  const before = places.get(name);
  if (before === undefined || before.heldAt > startedAt) return;
  const rest = kindsLeft(question).filter((kind) => !kinds.includes(kind));
  places.set(name, {
    ...before,
    asked: new Set([...kinds, ...rest.filter((kind) => before.asked.has(kind))]),
    allowed: new Set([...allowed, ...rest.filter((kind) => before.allowed.has(kind))]),
    found: new Set(rest.filter((kind) => before.found.has(kind))),
  });
}
