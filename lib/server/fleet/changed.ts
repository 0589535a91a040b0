/** What changed about an entry, as bits: a list or a counter looks only at the bits it depends on. */
export const CHANGED = {
  state: 1,
  connectionTimes: 2,
  place: 4,
  labels: 8,
  group: 16,
  health: 32,
  spec: 64,
  metadata: 128,
  existence: 256,
  since: 512,
} as const;
