/** One value that lasts as long as the page: it is never in the browser's storage, and goes with its viewer. */
export interface PageMemory<T> {
  get(): T | null;
  set(value: T | null): void;
}

const memories = new Set<{ set(value: null): void }>();

/** Room for a value that pages of this site hand on to each other without the document being loaded again. */
export function pageMemory<T>(): PageMemory<T> {
  let held: T | null = null;
  const memory: PageMemory<T> = {
    get: () => held,
    set: (value) => {
      held = value;
    },
  };
  memories.add(memory);
  return memory;
}

/** Empties all of them. */
export function forgetPage(): void {
  for (const memory of memories) memory.set(null);
}
