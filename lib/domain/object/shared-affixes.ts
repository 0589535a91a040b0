/** The prefix and suffix that all names of a list have in common, in whole parts between hyphens; "" = none. */
export interface SharedAffixes {
  readonly prefix: string;
  readonly suffix: string;
}

export const NO_AFFIXES: SharedAffixes = { prefix: "", suffix: "" };

/** Returns the prefix and suffix that can be removed from all names so that no two results are equal, and none is empty. A single name has none. */
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

/** A name, split into its own part and the shared parts around it. A short name is not split. */
export interface NameParts {
  readonly before: string;
  readonly own: string;
  readonly after: string;
}

/** Splits a name into the shared prefix, its own part and the shared suffix. */
export function splitSharedAffixes(name: string, { prefix, suffix }: SharedAffixes): NameParts {
  if (name.length <= SHORT_NAME) return { before: "", own: name, after: "" };
  const begin = prefix.length >= WORTH && name.startsWith(prefix) ? prefix.length : 0;
  const end = suffix.length >= WORTH && name.length - suffix.length > begin && name.endsWith(suffix) ? name.length - suffix.length : name.length;
  return { before: name.slice(0, begin), own: name.slice(begin, end), after: name.slice(end) };
}

/** The length of a short name, for which every page has space. */
const SHORT_NAME = 28;
/** The smallest length of a prefix or suffix. To replace a shorter one with a mark saves no space. */
const WORTH = 6;
