import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** The frozen names of each version, one per line. A hash detects changes of the file. */
const FROZEN: Readonly<Record<string, string>> = {
  "0.1": "d99ed6d7cb7f45ab92c43948fb89691d601faa92ddd63aac07a928da1158a807",
};

export function frozenVersions(): readonly string[] {
  return Object.keys(FROZEN);
}

/** Returns the keys of a version's names. Throws when the file was changed. */
export function frozenNames(version: string): readonly string[] {
  const path = `docs/public-names-${version}.tsv`;
  const text = readFileSync(path, "utf8");
  const hash = createHash("sha256").update(text).digest("hex");
  if (hash !== FROZEN[version])
    throw new Error(`${path} was changed. It records the public names of version ${version} for good: restore it from the history of the repository.`);
  return text.split("\n").filter((line) => line !== "");
}
