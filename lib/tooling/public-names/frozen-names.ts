import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** The names of each version, one per line, as they were when it was frozen. A changed file no longer has its hash. */
const FROZEN: Readonly<Record<string, string>> = {
  "0.1": "e476cc8073d2c2fc5f04b8b5c7dd480a45bfa0a4ca4ea9c6fb5491cdb0acfbc6",
};

export function frozenVersions(): readonly string[] {
  return Object.keys(FROZEN);
}

/** The keys of the names of a version. Throws when somebody changed the file. */
export function frozenNames(version: string): readonly string[] {
  const path = `docs/public-names-${version}.tsv`;
  const text = readFileSync(path, "utf8");
  const hash = createHash("sha256").update(text).digest("hex");
  if (hash !== FROZEN[version])
    throw new Error(`${path} was changed. It records the public names of version ${version} for good: restore it from the history of the repository.`);
  return text.split("\n").filter((line) => line !== "");
}
