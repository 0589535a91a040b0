import { hostKey, keyOf, type NaiveRule } from "./facts";
import { groupOf } from "./groups";

/** The key of a path such as `metadata.annotations[istio.io/rev]`. */
const keyIn = (path: string) => path.slice(path.indexOf("[") + 1, path.lastIndexOf("]"));

export const NAIVE_MISPLACED_KEYS: Readonly<Record<string, NaiveRule>> = {
  STL129: (world) =>
    world.entries
      .filter((entry) => {
        const ofGroup = (groupOf(entry, world)?.misplacedKeys ?? []).map(keyIn);
        const own = entry.misplacedKeys.split(" ").filter((path) => path !== "");
        return own.some((path) => !ofGroup.includes(keyIn(path)));
      })
      .map(keyOf),
  STL217: (world) => world.groups.filter(({ misplacedKeys }) => misplacedKeys.length > 0).map(keyOf),
  STL322: (world) => world.hosts.filter(({ misplacedKeys }) => (misplacedKeys ?? []).length > 0).map(hostKey),
};
