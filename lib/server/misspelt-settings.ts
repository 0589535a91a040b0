import { nearestWord } from "@/lib/domain/object/nearest-word";
import { SETTINGS } from "./settings";

const BEGINNING = "STOLOS_";
/** What differs by more letters is no misspelling: a setting of a later version, or what Kubernetes tells of a Service of this name. */
const MOST_LETTERS = 2;

/** Returns one sentence for each variable whose name is nearly that of a setting: a user relies on its effect. */
export function misspeltSettings(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const known = Object.keys(SETTINGS).filter((name) => name.startsWith(BEGINNING));
  return Object.keys(environment).flatMap((name) => {
    if (!name.startsWith(BEGINNING) || known.includes(name)) return [];
    const meant = nearestWord(name, known, MOST_LETTERS);
    return meant === null ? [] : [`${name} is no setting, and would be without effect: ${meant} is one`];
  });
}
