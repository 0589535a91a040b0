import { CHANGED } from "./changed";

/** Whole-number columns that differ from machine to machine. `text` ones hold numbers of the dictionary, `labels` ones of the label sets. */
export const OWN_COLUMNS = [
  ["place", "raw", CHANGED.place],
  ["group", "raw", CHANGED.group],
  ["address", "text", CHANGED.spec],
  ["controller", "text", CHANGED.state],
  ["healthStatus", "text", CHANGED.health],
  ["healthMessage", "text", CHANGED.health],
  ["specLabels", "labels", CHANGED.labels],
  ["metadataLabels", "labels", CHANGED.labels],
  ["host", "text", CHANGED.labels],
  ["writer", "text", CHANGED.metadata],
] as const;

/** Those that the machines of a group have in common: kept as tuples, of which a slot has the number. */
export const SHARED_COLUMNS = [
  ["registrationGroup", "text", CHANGED.group],
  ["owner", "text", CHANGED.group],
  ["network", "text", CHANGED.place],
  ["locality", "text", CHANGED.place],
  ["specLocality", "text", CHANGED.place],
  ["zone", "text", CHANGED.place],
  ["region", "text", CHANGED.place],
  ["serviceAccount", "text", CHANGED.spec],
  ["ports", "text", CHANGED.spec],
  ["gate", "text", CHANGED.health],
  ["revision", "text", CHANGED.labels],
  ["origin", "raw", CHANGED.group],
  ["unreadable", "text", CHANGED.state],
  ["managedBy", "text", CHANGED.metadata],
] as const;

/** Number columns that most entries have; NaN = the object does not say. Times in milliseconds. */
export const DENSE_FLOATS = [
  ["createdAt", CHANGED.metadata],
  ["connectedAt", CHANGED.connectionTimes],
  ["disconnectedAt", CHANGED.connectionTimes],
  ["probeTime", CHANGED.connectionTimes],
  ["transitionTime", CHANGED.connectionTimes],
  ["writerTime", 0],
] as const;

/** Number columns that few entries have. */
export const RARE_FLOATS = [
  ["deletingAt", CHANGED.metadata],
  ["weight", CHANGED.spec],
] as const;

/** The columns of times that somebody else wrote: what is no time there is kept verbatim. */
export const TIME_COLUMNS = ["connectedAt", "disconnectedAt", "probeTime", "transitionTime"] as const satisfies readonly FloatColumn[];

export type TimeColumn = (typeof TIME_COLUMNS)[number];
export type OwnColumn = (typeof OWN_COLUMNS)[number][0];
export type SharedColumn = (typeof SHARED_COLUMNS)[number][0];
export type IntColumn = OwnColumn | SharedColumn;
export type DenseFloat = (typeof DENSE_FLOATS)[number][0];
export type RareFloat = (typeof RARE_FLOATS)[number][0];
export type FloatColumn = DenseFloat | RareFloat;

export type OwnInts = Record<OwnColumn, number>;
export type SharedInts = Record<SharedColumn, number>;
export type Floats = Record<FloatColumn, number>;

/** Where a whole-number column stands: in the row of its slot, or (from the end of that row on) in the tuple that the slot shares. */
export const INT_AT = Object.fromEntries([...OWN_COLUMNS, ...SHARED_COLUMNS].map(([name], at) => [name, at])) as Record<IntColumn, number>;
