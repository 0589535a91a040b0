/** When a viewer's rights are asked for again, and how many questions an API server is asked for that. Milliseconds, and questions a second. */
export interface ReviewTimes {
  /** Age at which a decision is renewed. The rest of `mostAgeMs` is for the requests of the renewal, and for a busy process. */
  readonly renewMs: number;
  /** No decision that is older is used: what was shown by it stands still until there is a newer one. */
  readonly mostAgeMs: number;
  /** Where nothing could be seen, it is looked again within this: a new right may be noticed so late. */
  readonly moreMs: number;
  /** A check that failed is tried again no sooner. */
  readonly failedMs: number;
  /** The most questions a second that renew decisions or look for new rights, on one API server. */
  readonly perSecond: number;
  /** The same for whoever has just come and waits to be let in. */
  readonly firstPerSecond: number;
}

export const REVIEW_TIMES: ReviewTimes = { renewMs: 6_000, mostAgeMs: 10_000, moreMs: 60_000, failedMs: 1_000, perSecond: 50, firstPerSecond: 500 };

/** The same so many times as fast, for tests; as many questions in all. */
export function scaledReviewTimes({ renewMs, mostAgeMs, moreMs, failedMs, perSecond, firstPerSecond }: ReviewTimes, factor: number): ReviewTimes {
  return {
    ...{ renewMs: renewMs / factor, mostAgeMs: mostAgeMs / factor, moreMs: moreMs / factor, failedMs: failedMs / factor },
    ...{ perSecond: perSecond * factor, firstPerSecond: firstPerSecond * factor },
  };
}
