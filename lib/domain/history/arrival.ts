import { minimumExpectedSize, parseExpectedSize } from "@/lib/domain/group/expected-size";

/** The size in a version of a group. Milliseconds; `notBefore` null = the watch saw the beginning of the version. */
interface DeclaredVersion {
  readonly uid: string;
  readonly at: number;
  readonly notBefore: number | null;
  readonly text: string | null;
}

/** The number of machines of a group from a moment on. Milliseconds. */
interface CountedStep {
  readonly at: number;
  readonly size: number;
}

/** The group was complete at least once. `at`: the first observation of this; null = it was complete before. */
export interface GroupCompletion {
  readonly complete: boolean;
  readonly at: number | null;
}

/**
 * Returns the moment at which a group first had as many machines as it declared then. Null = not known: it declares no size, or it began before the watch or
 * the first step. Versions and steps are in order of time. An earlier group of the same name does not count.
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

/** Returns the first moment in a span at which a group had so many machines; null = never. */
function reachedAt(steps: readonly CountedStep[], size: number, from: number, to = Number.POSITIVE_INFINITY): number | null {
  if ((steps.findLast(({ at }) => at <= from)?.size ?? 0) >= size) return from;
  return steps.find((step) => step.at > from && step.at < to && step.size >= size)?.at ?? null;
}
