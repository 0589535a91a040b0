import type { WatchedKind } from "@/lib/domain/source/scope";
import type { AccessRules } from "@/lib/server/kube/review-rules";
import { rulesName } from "./review-scope";

/** What access reviews said of one namespace, beyond what may be read everywhere. */
export interface PlaceRights {
  readonly asked: ReadonlySet<WatchedKind>;
  readonly allowed: ReadonlySet<WatchedKind>;
  /** What a look that took too long found to be allowed besides: it is not shown before it is confirmed. */
  readonly found: ReadonlySet<WatchedKind>;
  /** The rules that held when it was asked, where they tell a change: null = what is shown is asked again each time. */
  readonly rules: string | null;
  /** When these rules had been read first, by the monotonic clock. */
  readonly rulesAt: number;
  /** When all of this was last known to hold, what is not allowed too. */
  readonly heldAt: number;
}

/** What is asked of a namespace now, and what its rules are; null = nobody read them. */
export interface PlaceQuestion {
  readonly kinds: readonly WatchedKind[];
  readonly everywhere: ReadonlySet<WatchedKind>;
  readonly rules: AccessRules | null;
  /** A renewal: what is not shown is not asked again. */
  readonly onlyShown: boolean;
}

/** The rules as one text, equal for equal rights; null where they are not complete, and tell no change. */
export function rulesText(rules: AccessRules | null): string | null {
  if (rules === null || !rules.isComplete) return null;
  const one = ({ verbs, groups, resources, names }: AccessRules["rules"][number]) =>
    JSON.stringify([verbs, groups, resources, names].map((texts) => [...texts].sort()));
  return [...new Set(rules.rules.map(one))].sort().join("\n");
}

/** What need not be asked in a namespace, because it may be read everywhere, is left out. */
export function kindsLeft({ kinds, everywhere }: Pick<PlaceQuestion, "kinds" | "everywhere">): readonly WatchedKind[] {
  return kinds.filter((kind) => !everywhere.has(kind));
}

/**
 * What is asked of a namespace. Where no complete rules tell a change, a renewal asks about what is shown of it, and about what nobody has asked yet; what
 * else may be seen there is looked for with all other new rights.
 */
export function kindsDue(known: PlaceRights | undefined, question: PlaceQuestion): readonly WatchedKind[] {
  const left = kindsLeft(question);
  if (known === undefined || !question.onlyShown || known.rules !== null || rulesText(question.rules) !== null) return left;
  return left.filter((kind) => known.allowed.has(kind) || known.found.has(kind) || !known.asked.has(kind));
}

/** Is something of the namespace shown, or to be shown once it is confirmed? */
export function isShown(known: PlaceRights | undefined): boolean {
  return known !== undefined && known.allowed.size + known.found.size > 0;
}

/** Do the decisions of a namespace hold on: has everything been asked under rules that are the same now? */
export function holdsOn(known: PlaceRights | undefined, question: PlaceQuestion): boolean {
  if (known === undefined || !kindsLeft(question).every((kind) => known.asked.has(kind))) return false;
  return known.rules !== null && known.rules === rulesText(question.rules);
}

/**
 * Do the rules tell the same as access reviews do? Only then are they used to notice a change: where rights went to and fro between two questions,
 * or something else than rules decides, they are not.
 */
export function agrees({ kinds, everywhere, rules }: PlaceQuestion, allowed: ReadonlySet<WatchedKind>): boolean {
  if (rules === null) return false;
  return kinds.every((kind) => rulesName(rules, kind) === (allowed.has(kind) || everywhere.has(kind))) && vouchesFor(rules, everywhere);
}

/** Do the rules name all of this? The rules of a namespace name those of the whole cluster too. */
export function vouchesFor(rules: AccessRules, everywhere: ReadonlySet<WatchedKind>): boolean {
  return [...everywhere].every((kind) => rulesName(rules, kind));
}
