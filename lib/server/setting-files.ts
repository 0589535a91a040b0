import { readFileSync } from "node:fs";
import { SETTINGS, type Setting } from "./settings";

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings whose value may also be in a file: the secret ones. The setting of the file has the same name with this ending. */
export const FILE_ENDING = "_FILE";
export const SECRET_SETTINGS: readonly string[] = Object.entries<Setting>(SETTINGS).flatMap(([name, { secret }]) => (secret === true ? [name] : []));

/**
 * Returns the environment with the secrets of their files, such as the text of STOLOS_SESSION_KEY_FILE as STOLOS_SESSION_KEY. Space around a text is cut.
 * Throws a sentence if a file cannot be read or is empty, and if a secret is given twice.
 */
export function withSecretsOfFiles(environment: Environment): Environment {
  const read = SECRET_SETTINGS.flatMap((name) => {
    const fileSetting = `${name}${FILE_ENDING}`;
    const path = environment[fileSetting] ?? "";
    if (path === "") return [];
    if (environment[name]) throw new Error(`${name} and ${fileSetting} are both set: remove one of them.`);
    const text = fileText(fileSetting, path).trim();
    if (text === "") throw new Error(`${fileSetting} names ${path}, which is empty.`);
    return [[name, text]];
  });
  return { ...environment, ...Object.fromEntries(read) };
}

/** True if at least one secret is in a file. */
export function hasSecretFile(environment: Environment): boolean {
  return SECRET_SETTINGS.some((name) => (environment[`${name}${FILE_ENDING}`] ?? "") !== "");
}

/** Returns the text of the file that a setting names. Throws a sentence with the setting, the path and the reason if it cannot be read. */
export function fileText(setting: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    throw new Error(`${setting} names ${path}, which cannot be read (${code}).`, { cause: error });
  }
}
