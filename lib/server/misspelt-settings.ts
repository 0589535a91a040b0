import { nearestWord } from "@/lib/domain/object/nearest-word";
import { FILE_ENDING, SECRET_SETTINGS } from "./setting-files";
import { SETTINGS } from "./settings";

type Environment = Readonly<Record<string, string | undefined>>;

const BEGINNING = "STOLOS_";
/** A name that differs by more letters can be a setting of a later version. */
const MOST_LETTERS = 2;
/** Variables that the programs of the project set for each other. */
const OWN = new Set(["STOLOS_BUILD", "STOLOS_ENDS_WITH_PARENT", "STOLOS_TYPES_CHECKED"]);
/** Variables that Kubernetes sets in each Pod of a namespace with a Service `stolos` or `stolos-…` (kubernetes.io, "Accessing the Service", Environment variables). */
const OF_SERVICE = /^STOLOS_(?:\w+_)?(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$/;
const PORT_OF_SERVICE = /^STOLOS_(?:\w+_)?PORT$/;

/**
 * Returns the environment without the variables that Kubernetes sets for a Service called `stolos`. Its STOLOS_PORT is an address such as tcp://10.96.0.7:80,
 * and no port to listen on.
 */
export function withoutServiceVariables(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name, value = ""]) => !isOfService(name, value)));
}

function isOfService(name: string, value: string): boolean {
  return OF_SERVICE.test(name) || (PORT_OF_SERVICE.test(name) && /^(?:tcp|udp|sctp):\/\//.test(value));
}

/**
 * Returns the variables with the prefix STOLOS_ that are no settings. `problems`: a sentence for each that stops the start, because a user relies on its
 * effect: nearly the name of a setting, or a file. `ignored`: the other names, which can be settings of another version.
 */
export function unknownSettings(environment: Environment): { readonly problems: readonly string[]; readonly ignored: readonly string[] } {
  const known = Object.keys(SETTINGS).filter((name) => name.startsWith(BEGINNING));
  const unknown = Object.keys(withoutServiceVariables(environment)).filter((name) => name.startsWith(BEGINNING) && !known.includes(name) && !OWN.has(name));
  const judged = unknown.map((name) => ({ name, problem: problemOf(name, known) }));
  return {
    problems: judged.flatMap(({ problem }) => problem ?? []),
    ignored: judged.flatMap(({ name, problem }) => (problem === null ? [name] : [])),
  };
}

function problemOf(name: string, known: readonly string[]): string | null {
  const meant = nearestWord(name, known, MOST_LETTERS);
  if (meant !== null) return `${name} is no setting, and would be without effect: ${meant} is one`;
  if (!name.endsWith(FILE_ENDING)) return null;
  return `${name} is no setting, and its file would not be read: these have a file: ${SECRET_SETTINGS.join(", ")}`;
}
