/** A muted finding, or all muted findings of a rule, with the reason of the user. */
export interface Mute {
  /** The id of a finding, or `rule:NAME`. */
  readonly what: string;
  readonly reason: string;
  /** Milliseconds. The finding is shown again from then on. */
  readonly until: number;
}

/** The key that mutes all findings of a rule. */
export function ruleMuteKey(rule: string): string {
  return `rule:${rule}`;
}

/** The key of a mute in the annotation of an object, for all users. */
export const OBJECT_MUTE = "object";

/** The values by which the mutes of a finding are found. `mute`: that of the annotation of its object, if it has one. */
interface Mutable {
  readonly id: string;
  readonly rule: string;
  readonly mute?: Omit<Mute, "what"> | undefined;
}

/** The mute of a finding at a time (milliseconds): that of its object for all users, else that of the viewer, else that of its rule. */
export function muteOf({ id, rule, mute }: Mutable, mutes: readonly Mute[], now: number): Mute | null {
  if (mute !== undefined && mute.until > now) return { ...mute, what: OBJECT_MUTE };
  const holding = mutes.filter(({ until }) => until > now);
  return holding.find(({ what }) => what === id) ?? holding.find(({ what }) => what === ruleMuteKey(rule)) ?? null;
}

/** Adds a mute, replaces an older one of the same key, and drops mutes that are over. */
export function withMute(mutes: readonly Mute[], mute: Mute, now: number): readonly Mute[] {
  return [...withoutMute(mutes, mute.what).filter(({ until }) => until > now), mute];
}

/** Removes the mute of a key. */
export function withoutMute(mutes: readonly Mute[], what: string): readonly Mute[] {
  return mutes.filter((mute) => mute.what !== what);
}
