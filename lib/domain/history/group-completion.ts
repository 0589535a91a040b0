import { minimumExpectedSize, parseExpectedSize } from "@/lib/domain/group/expected-size";

/**
 * The declared size in one version of a group. `at`: the beginning of the version, in milliseconds. `notBefore`: set if it began in a gap, between
 * `notBefore` and `at`.
 */
interface DeclaredVersion {
  readonly uid: string;
  readonly at: number;
  readonly notBefore: number | null;
  readonly text: string | null;
}

/** The number of machines of a group from the time `at` on, in milliseconds. */
interface CountedStep {
  readonly at: number;
  readonly size: number;
}

/**
 * Whether all machines that a group declares ever joined. `complete`: the group had its declared size at least once. `at`: the first observation of
 * this, in milliseconds; null = not observed.
 */
export interface GroupCompletion {
  readonly complete: boolean;
  readonly at: number | null;
}

/**
 * Returns whether a group ever had as many machines as it declared at that time. Null = not known: it declares no size, or it began before the watch
 * or the first step. Versions and steps are in order of time. An earlier group of the same name does not count.
 */
export function firstGroupCompletion(versions: readonly DeclaredVersion[], steps: readonly CountedStep[]): GroupCompletion | null {
  const uid = versions.at(-1)?.uid;
  const own = versions.filter((version) => version.uid === uid);
  const [first] = own;
  if (first === undefined) return null;
  const isSeen = first.notBefore === null && first.at >= (steps[0]?.at ?? Number.POSITIVE_INFINITY);
  for (const [index, { at, text }] of own.entries()) {
    const size = minimumExpectedSize(parseExpectedSize(text));
    const reached = size === null ? null : reachedAt(steps, size, at, own[index + 1]?.at);
    if (reached !== null) return { complete: true, at: isSeen ? reached : null };
  }
  return isSeen && minimumExpectedSize(parseExpectedSize(own.at(-1)?.text ?? null)) !== null ? { complete: false, at: null } : null;
}

/** Returns the first time between `from` and `to` at which a group had `size` machines; null = never. */
function reachedAt(steps: readonly CountedStep[], size: number, from: number, to = Number.POSITIVE_INFINITY): number | null {
  if ((steps.findLast(({ at }) => at <= from)?.size ?? 0) >= size) return from;
  return steps.find((step) => step.at > from && step.at < to && step.size >= size)?.at ?? null;
}
