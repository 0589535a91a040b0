import type { KubeClient } from "@/lib/server/kube/client";
import { agrees, holdsOn, kindsLeft, type PlaceQuestion, type PlaceRights, rulesText } from "./place-rights";
import { reviewKinds } from "./review-scope";

type Client = Pick<KubeClient, "post">;

interface Known {
  /** What is known of each namespace; what is found is put there as it comes. */
  readonly places: Map<string, PlaceRights>;
  /** When this look began, by the monotonic clock. */
  readonly startedAt: number;
  /** When the rules had been read. */
  readonly readAt: number;
}

/**
 * Asks access reviews about namespaces whose decisions do not hold on. Of several with equal, complete rules the first is asked: where nothing may be
 * seen there, nothing is shown of the others either, and they are not asked. Where something may, each is asked: no list of rules shows anything.
 */
export async function askPlaces(client: Client, questions: readonly (readonly [string, PlaceQuestion])[], known: Known): Promise<void> {
  const alike = new Map<string, (readonly [string, PlaceQuestion])[]>();
  for (const one of questions) {
    const [name, question] = one;
    if (holdsOn(known.places.get(name), question)) keep(known, name, {});
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
  const kinds = kindsLeft(question);
  const answer = await reviewKinds(client, kinds, name);
  if (!answer.ok) return;
  const rules = agrees(question, answer.value) ? rulesText(question.rules) : null;
  keep(known, name, { asked: new Set(kinds), allowed: answer.value, rules, rulesAt: known.readAt });
}

/** Has an access review said of a namespace with the same rules that nothing of this may be seen? */
function showsNothingElsewhere(question: PlaceQuestion, { places }: Known): boolean {
  return [...places.values()].some((place) => place.allowed.size === 0 && holdsOn(place, question));
}

function nothing(question: PlaceQuestion, { readAt }: Known): Partial<PlaceRights> {
  return { asked: new Set(kindsLeft(question)), allowed: new Set(), rules: rulesText(question.rules), rulesAt: readAt };
}

/** A look that began earlier does not overwrite what a later one has found. */
function keep({ places, startedAt, readAt }: Known, name: string, found: Partial<PlaceRights>): void {
  const before = places.get(name) ?? { asked: new Set(), allowed: new Set(), rules: null, rulesAt: readAt, heldAt: Number.NEGATIVE_INFINITY };
  if (before.heldAt <= startedAt) places.set(name, { ...before, ...found, heldAt: startedAt });
}
