/** The steps after which nothing older than the version that took them can read the tables. In the order in which they run. */
export const REQUIRED_STEPS = ["0001-tables", "0002-tuned", "0003-covering"] as const;

/** Where they are written down. Steps that only add are written down elsewhere: whoever does not know them may go on. */
export const REQUIRED_TABLE = "history_migration";

/** `code` of the refusal of a history that a later version has made its own. */
export const LATER_VERSION = "LATER_VERSION";

/** Refuses a history in which steps were taken that this version does not know; before anything of it is changed. */
export function refuseLater(taken: readonly string[]): void {
  const known: readonly string[] = REQUIRED_STEPS;
  const unknown = taken.filter((step) => !known.includes(step));
  if (unknown.length === 0) return;
  const message = `The history belongs to a later version of Stolos (${unknown.join(", ")}), and is left as it is. Run that version, or name another folder or database.`;
  throw Object.assign(new Error(message), { code: LATER_VERSION });
}
