/**
 * The annotation that mutes findings about a WorkloadEntry, a WorkloadGroup, a Service or a ServiceEntry for all users. istiod creates an auto-registered entry
 * again without it (docs/istio.md#registration).
 */
export const MUTE_ANNOTATION = "stolos.dev/mute-findings";

/** Mutes the findings of one rule about the object with the annotation. */
export interface ObjectMute {
  /** The code of the rule, such as "STL126". */
  readonly code: string;
  /** Milliseconds. The finding is shown again from then on. */
  readonly until: number;
  /** A person's text. */
  readonly reason: string;
}

/** The most rules that can be muted on one object. */
export const MOST_OBJECT_MUTES = 50;

/** Reads the annotation: a JSON list of `{"code": …, "until": …, "reason": …}`, `until` a time as Kubernetes writes it. Null = it cannot be read. */
export function objectMutesOf(text: string): readonly ObjectMute[] | null {
  if (text === "") return [];
  const read = listIn(text);
  if (read === null || read.length > MOST_OBJECT_MUTES) return null;
  const mutes = read.flatMap((one) => muteIn(one) ?? []);
  return mutes.length === read.length ? mutes : null;
}

/** The value of the annotation for these mutes. Null = remove the annotation. */
export function objectMutesText(mutes: readonly ObjectMute[]): string | null {
  if (mutes.length === 0) return null;
  return JSON.stringify(mutes.map(({ code, until, reason }) => ({ code, until: new Date(until).toISOString(), reason })));
}

/** The mute of a rule in an annotation, also if it is over. Null = none. An unreadable annotation mutes nothing. */
export function objectMuteOf(text: string, code: string): ObjectMute | null {
  return text === "" ? null : (objectMutesOf(text)?.find((mute) => mute.code === code) ?? null);
}

/** Adds a mute, replaces that of the same rule, and drops mutes that are over at `now` (milliseconds). */
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
