/** What is said of a source and of the things that it tells of. */
export interface WordsOfSource {
  /** Its name in a list, and in front of a reason: "istiod's pods". */
  readonly listed: string;
  /** What follows where nobody saw it, in a clause: "Services were not seen". */
  readonly notSeen: string;
  /** One thing that it tells of, by the name under which the history keeps it: "ServiceEntry". */
  readonly nouns: Readonly<Record<string, string>>;
}
