/** Whom a ServiceEntry's selector without labels takes: depends on the version of istiod (facts 4.3). */
export interface EmptySelector {
  readonly takes: "everything" | "nothing";
  /** False where the version is not known, or is one in which both have been: then "nothing" is a guess and the page warns. */
  readonly isKnown: boolean;
}

/**
 * Everything before 1.18 and in 1.30 and 1.31; nothing from 1.18 to 1.29 and again after 1.31 (facts 4.3, 8.2: the change back was merged
 * after 1.31 was cut, and may come in its patches: they count as 1.31 until measured).
 */
export function emptySelector(istioVersion: string | null): EmptySelector {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(istioVersion ?? "") ?? [];
  if (major !== "1" || minor === undefined) return { takes: "nothing", isKnown: false };
  const number = Number(minor);
  const takesAll = number < 18 || number === 30 || number === 31;
  return { takes: takesAll ? "everything" : "nothing", isKnown: true };
}
