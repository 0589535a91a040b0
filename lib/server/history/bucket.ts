/** What is summed up over time is summed up in these: how long each is, milliseconds. */
export const BUCKET_MS = { minute: 60_000, hour: 3_600_000 } as const;
export type Tier = keyof typeof BUCKET_MS;

/** The bucket in which a moment lies, by its beginning. Milliseconds. */
export function bucketOf(tier: Tier, at: number): number {
  return at - (at % BUCKET_MS[tier]);
}
