/** A value that the whole process has once, by its name: modules exist several times in it, in the bundles of pages, of routes and of the server in front. */
export interface ProcessWide<T> {
  get(): T | undefined;
  set(value: T): void;
}

export function processWide<T>(name: string): ProcessWide<T> {
  const key = Symbol.for(name);
  const holder = globalThis as { [key: symbol]: T | undefined };
  return {
    get: () => holder[key],
    set: (value) => {
      holder[key] = value;
    },
  };
}
