/**
 * The annotation that mutes findings about a WorkloadEntry, a WorkloadGroup, a Service or a ServiceEntry for all users. istiod creates an auto-registered entry
 * again without it (docs/istio.md#registration).
 */
export const MUTE_ANNOTATION = "stolos.dev/mute-findings";

/** A mute of one rule's findings about the object that has the annotation. */
export interface ObjectMute {
  /** The code of the rule, such as "STL126". */
  readonly code: string;
  /** The end of the mute, in milliseconds. From then on the finding is shown again. */
  readonly until: number;
  /** The reason, written by the user. */
  readonly reason: string;
}

/** The most rules that can be muted on one object. */
export const MOST_OBJECT_MUTES = 50;

/**
 * Parses the annotation: a JSON list of `{"code": …, "until": …, "reason": …}`, `until` a time as Kubernetes writes it. Null = the annotation cannot
 * be parsed.
 */
export function objectMutesOf(text: string): readonly ObjectMute[] | null {
  if (text === "") return [];
  const read = listIn(text);
  if (read === null || read.length > MOST_OBJECT_MUTES) return null;
  const mutes = read.flatMap((one) => muteIn(one) ?? []);
  return mutes.length === read.length ? mutes : null;
}

/** Returns the value of the annotation for these mutes; null = remove the annotation. */
export function objectMutesText(mutes: readonly ObjectMute[]): string | null {
  if (mutes.length === 0) return null;
  return JSON.stringify(mutes.map(({ code, until, reason }) => ({ code, until: new Date(until).toISOString(), reason })));
}

/** Returns the mute of a rule in an annotation, also if the mute is over. Null = none, or the annotation cannot be parsed. */
export function ruleMuteInAnnotation(text: string, code: string): ObjectMute | null {
  return text === "" ? null : (objectMutesOf(text)?.find((mute) => mute.code === code) ?? null);
}

/** Returns the mutes with an added one. It replaces a mute of the same rule, and mutes that are over at `now` (milliseconds) are dropped. */
export function withObjectMute(mutes: readonly ObjectMute[], mute: ObjectMute, now: number): readonly ObjectMute[] {
  return [...withoutObjectMute(mutes, mute.code).filter(({ until }) => until > now), mute];
}

/** Removes the mute of a rule. */
export function withoutObjectMute(mutes: readonly ObjectMute[], code: string): readonly ObjectMute[] {
  return mutes.filter((mute) => mute.code !== code);
}

function listIn(text: string): readonly unknown[] | null {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? read : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function muteIn(value: unknown): ObjectMute | null {
  if (typeof value !== "object" || value === null) return null;
  const { code, until, reason = "" } = value as { readonly [key: string]: unknown };
  if (typeof code !== "string" || typeof until !== "string" || typeof reason !== "string") return null;
  const at = Date.parse(until);
  return Number.isNaN(at) ? null : { code, until: at, reason };
}
