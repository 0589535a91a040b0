import { nearestOf } from "@/lib/domain/nearest";

const BEGINNING = "STOLOS_";
/** Read by the programs that start the server, or by tests. */
const OTHERS: readonly string[] = ["STOLOS_HOST", "STOLOS_PORT", "STOLOS_CHROMIUM"];
/** What differs by more letters is no misspelling: a setting of a later version, or what Kubernetes tells of a Service of this name. */
const MOST_LETTERS = 2;

/**
 * What is wrong with names of the environment that are nearly those of settings, a sentence each: somebody relies on what they were to do. `settings`: the
 * names that are read.
 */
export function misspeltSettings(environment: Readonly<Record<string, string | undefined>>, settings: readonly string[]): readonly string[] {
  const known = [...settings, ...OTHERS].filter((name) => name.startsWith(BEGINNING));
  return Object.keys(environment).flatMap((name) => {
    if (!name.startsWith(BEGINNING) || known.includes(name)) return [];
    const meant = nearestOf(name, known, MOST_LETTERS);
    return meant === null ? [] : [`${name} is no setting, and would be without effect: ${meant} is one`];
  });
}
