/** A finding, or all of a rule, that somebody does not want to see for a while, and why. */
export interface Mute {
  /** The id of a finding, or `rule:NAME`. */
  readonly what: string;
  readonly reason: string;
  /** Milliseconds: from then on it is shown again. */
  readonly until: number;
}

/** What mutes all findings of a rule. */
export function ruleMuteKey(rule: string): string {
  return `rule:${rule}`;
}

/** What a mute is called that an object's annotation holds, for everybody. */
export const OBJECT_MUTE = "object";

/** What the mutes of a finding are found by; `mute`: that of its object's annotation, where there is one. */
interface Mutable {
  readonly id: string;
  readonly rule: string;
  readonly mute?: Omit<Mute, "what"> | undefined;
}

/** The mute that holds for a finding at a moment (milliseconds): that of its object, for everybody, else the viewer's own, else that of its rule. */
export function muteOf({ id, rule, mute }: Mutable, mutes: readonly Mute[], now: number): Mute | null {
  if (mute !== undefined && mute.until > now) return { ...mute, what: OBJECT_MUTE };
  const holding = mutes.filter(({ until }) => until > now);
  return holding.find(({ what }) => what === id) ?? holding.find(({ what }) => what === ruleMuteKey(rule)) ?? null;
}

/** The list with one more, in the place of an older one of the same; what is over is dropped. */
export function withMute(mutes: readonly Mute[], mute: Mute, now: number): readonly Mute[] {
  return [...withoutMute(mutes, mute.what).filter(({ until }) => until > now), mute];
}

export function withoutMute(mutes: readonly Mute[], what: string): readonly Mute[] {
  return mutes.filter((mute) => mute.what !== what);
}
