/** What a view has room for. */
interface Place {
  /** The codes of the fields that stand there. */
  readonly shows: string;
  /** What the view is made of: why no other field can stand there. */
  readonly because: string;
}

/** For every view by its name, which fields stand there. Every other field has no place in it. */
export const PLACES: Readonly<Record<string, Place>> = {};
