/** A mute of one finding or of all findings of a rule, with the reason of the user. */
export interface Mute {
  /** The muted finding's id, or `rule:NAME` for all findings of a rule. */
  readonly what: string;
  readonly reason: string;
  /** The end of the mute, in milliseconds. From then on the finding is shown again. */
  readonly until: number;
}

/** Returns the key of a mute for all findings of a rule. */
export function ruleMuteKey(rule: string): string {
  return `rule:${rule}`;
}

/** The key of a mute that the annotation of an object sets, for all users. */
export const OBJECT_MUTE_KEY = "object";

/** The values of a finding by which its mutes are found. `mute`: the mute in the annotation of the finding's object, if there is one. */
interface Mutable {
  readonly id: string;
  readonly rule: string;
  readonly mute?: Omit<Mute, "what"> | undefined;
}

/**
 * Returns the mute of a finding at the time `now` (milliseconds): that of its object for all users, otherwise the viewer's for the finding, otherwise
 * the viewer's for the rule. Null = not muted.
 */
export function muteOfFinding({ id, rule, mute }: Mutable, mutes: readonly Mute[], now: number): Mute | null {
  if (mute !== undefined && mute.until > now) return { ...mute, what: OBJECT_MUTE_KEY };
  const holding = mutes.filter(({ until }) => until > now);
  return holding.find(({ what }) => what === id) ?? holding.find(({ what }) => what === ruleMuteKey(rule)) ?? null;
}

/** Returns the mutes with an added one. It replaces an older mute of the same key, and mutes that are over at `now` (milliseconds) are dropped. */
export function withMute(mutes: readonly Mute[], mute: Mute, now: number): readonly Mute[] {
  return [...withoutMute(mutes, mute.what).filter(({ until }) => until > now), mute];
}

/** Removes the mute of a key. */
export function withoutMute(mutes: readonly Mute[], what: string): readonly Mute[] {
  return mutes.filter((mute) => mute.what !== what);
}
