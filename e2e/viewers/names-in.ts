/** A letter of a name, and those that may follow it. */
interface Step {
  readonly next: Map<number, Step>;
  /** The name that ends here. */
  name: string | null;
}

/** The number of letters by which a text is searched for names. Each shorter name is searched for separately. */
const BEGINNING = 4;
const TABLE_BITS = 18;

/** Appends a letter to the last letters of a text. Four letters fit into the number. */
function withLetter(letters: number, next: number): number {
  return (letters << 8) ^ next;
}

/** The index of four letters in the table of beginnings. */
function indexOf(letters: number): number {
  return Math.imul(letters, 0x9e3779b1) >>> (32 - TABLE_BITS);
}

function beginningOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < BEGINNING; at++) letters = withLetter(letters, text.charCodeAt(at) & 0xff);
  return letters;
}

/** Tells which of these names stand anywhere in a text: one walk through the text, however many names there are. */
export function finderOf(names: Iterable<string>): (text: string) => ReadonlySet<string> {
  const first: Step = { next: new Map(), name: null };
  // Most letters of a text begin no name. The table of all beginnings finds these in one step.
  const beginnings = new Uint8Array(1 << TABLE_BITS);
  const short: string[] = [];
  for (const name of names) {
    if (name.length >= BEGINNING) {
      beginnings[indexOf(beginningOf(name))] = 1;
      lastStepOf(first, name).name = name;
    } else if (name !== "") short.push(name);
  }
  return (text) => {
    const found = new Set(short.filter((name) => text.includes(name)));
    let letters = 0;
    for (let end = 0; end < text.length; end++) {
      letters = withLetter(letters, text.charCodeAt(end) & 0xff);
      if (end >= BEGINNING - 1 && beginnings[indexOf(letters)] === 1) addNamesAt(text, end - BEGINNING + 1, first, found);
    }
    return found;
  };
}

/** Adds the names that begin at this index of a text. */
function addNamesAt(text: string, start: number, first: Step, found: Set<string>): void {
  let step = first.next.get(text.charCodeAt(start));
  for (let at = start + 1; step !== undefined; at++) {
    if (step.name !== null) found.add(step.name);
    step = at < text.length ? step.next.get(text.charCodeAt(at)) : undefined;
  }
}

function lastStepOf(first: Step, name: string): Step {
  let step = first;
  for (let at = 0; at < name.length; at++) {
    const letter = name.charCodeAt(at);
    const next = step.next.get(letter) ?? { next: new Map(), name: null };
    step.next.set(letter, next);
    step = next;
  }
  return step;
}
