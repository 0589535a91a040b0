/** What all names of a list begin and end with, whole parts between hyphens only; "" where they share nothing. */
export interface SharedAffixes {
  readonly prefix: string;
  readonly suffix: string;
}

export const NO_AFFIXES: SharedAffixes = { prefix: "", suffix: "" };

/** What may be left out of each of these names without making two of them alike, or one of them empty. One name shares nothing. */
export function sharedAffixes(names: readonly string[]): SharedAffixes {
  const [first, ...others] = [...new Set(names)].map((name) => name.split("-"));
  if (first === undefined || others.length === 0) return NO_AFFIXES;
  const shortest = Math.min(first.length, ...others.map((parts) => parts.length)) - 1;
  const sharedFrom = (partAt: (parts: readonly string[], index: number) => string | undefined, most: number) => {
    let shared = 0;
    while (shared < most && others.every((parts) => partAt(parts, shared) === partAt(first, shared))) shared++;
    return shared;
  };
  const before = sharedFrom((parts, index) => parts[index], shortest);
  const after = sharedFrom((parts, index) => parts[parts.length - 1 - index], shortest - before);
  return {
    prefix: before === 0 ? "" : `${first.slice(0, before).join("-")}-`,
    suffix: after === 0 ? "" : `-${first.slice(first.length - after).join("-")}`,
  };
}

/** A name in what tells it from the others and what may be left out before and after. A short name stays whole. */
export interface NameParts {
  readonly before: string;
  readonly own: string;
  readonly after: string;
}

export function splitName(name: string, { prefix, suffix }: SharedAffixes): NameParts {
  if (name.length <= SHORT_NAME) return { before: "", own: name, after: "" };
  const begin = prefix.length >= WORTH && name.startsWith(prefix) ? prefix.length : 0;
  const end = suffix.length >= WORTH && name.length - suffix.length > begin && name.endsWith(suffix) ? name.length - suffix.length : name.length;
  return { before: name.slice(0, begin), own: name.slice(begin, end), after: name.slice(end) };
}

/** Names of so many letters have room everywhere. */
const SHORT_NAME = 28;
/** Fewer letters are not worth a mark in their place. */
const WORTH = 6;
