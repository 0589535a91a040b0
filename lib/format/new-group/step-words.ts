/** The names of the steps, as the bar over them has them. */
export const STEP_WORDS = {
  ready: "Ready?",
  describe: "Describe",
  reach: "Reach",
  review: "Review",
  bundle: "Bundle",
  arrive: "Arrive",
} as const;
