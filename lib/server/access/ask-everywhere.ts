import type { WatchedKind } from "@/lib/domain/source/scope";
import type { KubeClient } from "@/lib/server/kube/client";
import type { AccessRules } from "@/lib/server/kube/review-rules";
import { type Everywhere, whatRulesTell } from "./everywhere";
import type { PlaceRights } from "./place-rights";
import { reviewKinds } from "./review-scope";

interface EverywhereQuestion {
  readonly kinds: readonly WatchedKind[];
  readonly known: { readonly everywhere: Everywhere | null; readonly places: ReadonlyMap<string, PlaceRights> };
  /** The rules that were just read, by namespace. */
  readonly rules: ReadonlyMap<string, AccessRules>;
  /** When this look began, and when its rules had been read, by the monotonic clock. */
  readonly startedAt: number;
  readonly askedAt: number;
  /** What may be read everywhere is asked in full, whatever the rules say. */
  readonly isWholeDue: boolean;
}

/**
 * Asks access reviews what may be read in all namespaces at once, where no rules tell that what is known of it holds on. Null = it stands as it is known, or
 * there was no answer.
 */
export async function askEverywhere(client: Pick<KubeClient, "post">, question: EverywhereQuestion): Promise<Everywhere | null> {
  const { kinds, rules, startedAt, askedAt, isWholeDue } = question;
  const { everywhere: known, places } = question.known;
  const isAsked = known !== null && kinds.every((kind) => known.asked.has(kind));
  const told = [...rules].map(([name, now]) => whatRulesTell(places.get(name), now, known));
  const isChanged = told.includes("changed");
  if (isAsked && !isChanged && !isWholeDue && told.some((one) => one !== "nothing"))
    return told.includes("all the same") ? { ...known, heldAt: Math.max(known.heldAt, startedAt) } : null;
  const isWhole = !isAsked || isChanged || isWholeDue;
  const answer = await reviewKinds(client, isWhole ? kinds : [...known.allowed], null);
  if (!answer.ok) return null;
  const whole = { asked: new Set(kinds), wholeAt: askedAt, heldAt: startedAt };
  return { ...(isWhole || known === null ? whole : known), allowed: answer.value, askedAt };
}
