/** A letter of a name, and those that may follow it. */
interface Step {
  readonly next: Map<number, Step>;
  /** The name that ends here. */
  name: string | null;
}

/** Tells which of these names stand anywhere in a text: one walk through the text, however many names there are. */
export function finderOf(names: Iterable<string>): (text: string) => ReadonlySet<string> {
  const first: Step = { next: new Map(), name: null };
  for (const name of names) if (name !== "") lastStepOf(first, name).name = name;
  return (text) => {
    const found = new Set<string>();
    for (let start = 0; start < text.length; start++) {
      let step = first.next.get(text.charCodeAt(start));
      for (let at = start + 1; step !== undefined; at++) {
        if (step.name !== null) found.add(step.name);
        step = at < text.length ? step.next.get(text.charCodeAt(at)) : undefined;
      }
    }
    return found;
  };
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
