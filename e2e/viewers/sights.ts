import { finderOf } from "./names-in";
import { CLUSTERS, type Person, type Thing, type ViewersWorld } from "./world";

/** What each person must not be told. */
export interface Sights {
  /** Names of clusters, namespaces and things, and the uids of these, that a text holds. */
  namesIn(text: string): ReadonlySet<string>;
  /** Those of these names that this person must not be told, apart from those that are in the address that he asks about. */
  leakedTo(person: Person, names: ReadonlySet<string>, address: string): readonly string[];
  /** How many names that are. */
  secretsOf(person: Person): number;
}

export function sightsOf(world: ViewersWorld): Sights {
  const things = [...world.entries, ...world.groups, ...world.pods];
  const secrets = new Map(world.people.map((person) => [person, secretNames(person)]));
  function secretNames(person: Person): ReadonlySet<string> {
    const seen = new Set(things.filter((thing) => person.sees(thing)).flatMap(namesOf));
    const hidden = things.filter((thing) => !person.sees(thing));
    const clusters = CLUSTERS.filter((cluster) => !person.clusters.includes(cluster));
    const names = new Set([...clusters, ...hidden.flatMap(namesOf)]);
    return new Set([...names].filter((name) => !seen.has(name) && !isWord(name)));
  }
  const secretsOf = (person: Person) => {
    const kept = secrets.get(person);
    if (kept === undefined) throw new Error(`Nobody knows what ${person.who} must not be told.`);
    return kept;
  };
  return {
    namesIn: finderOf([...CLUSTERS, ...things.flatMap(namesOf)]),
    leakedTo: (person, names, address) => [...names].filter((name) => secretsOf(person).has(name) && !address.includes(name)),
    secretsOf: (person) => secretsOf(person).size,
  };
}

function namesOf({ name, namespace, uid }: Thing): readonly string[] {
  return uid === undefined ? [name, namespace] : [name, namespace, uid];
}

/** Names of things that are words of the pages as well prove nothing. */
function isWord(name: string): boolean {
  return !/[0-9-]/.test(name);
}
