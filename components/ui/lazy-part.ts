import { type ComponentType, lazy } from "react";

/** Loads a module on the first call. `loaded`: the module, once it is here. */
export interface PartLoader<Module> {
  (): Promise<Module>;
  readonly loaded: () => Module | null;
}

/** Makes a loader of a module. A failed call is tried again at the next one. */
export function partLoader<Module>(load: () => Promise<Module>): PartLoader<Module> {
  let module: Module | null = null;
  const run = async () => {
    module ??= await load();
    return module;
  };
  return Object.assign(run, { loaded: () => module });
}

/**
 * A component of a module that loads on demand, as React.lazy. Once the module is loaded, it renders at once: React.lazy would show the fallback first, and React
 * keeps a fallback for up to 300 ms. A menu then opens that late.
 */
export function lazyPart<Module, Props>(load: PartLoader<Module>, pick: (module: Module) => ComponentType<Props>) {
  return lazy(() => {
    const module = load.loaded();
    return module === null ? load().then((loaded) => ({ default: pick(loaded) })) : settled({ default: pick(module) });
  });
}

/** A component that loads on demand, and without which the page is still complete and correct. It renders nothing if its code cannot be loaded. */
export function optionalPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch((): ComponentType<Props> => Nothing) }));
}

function Nothing(): null {
  return null;
}

const THEN = "then" satisfies keyof Promise<unknown>;

/** A promise that calls back before `then` returns, as React.lazy accepts it. */
function settled<Value>(value: Value): Promise<Value> {
  const callBack = (onValue: (value: Value) => void) => onValue(value);
  return Object.assign(Promise.resolve(value), { [THEN]: callBack });
}
