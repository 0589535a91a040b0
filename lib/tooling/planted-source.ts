import { readFileSync } from "node:fs";
import { inRoot } from "./root.mjs";

interface Planted {
  readonly file: string;
  readonly find: string;
  readonly put: string;
}

/** Changes one line of one source while the tests read it; the source itself stays as it is. `index` is a place in the list of planted defects. */
export function plantedSource(index: number) {
  const defects = JSON.parse(readFileSync(inRoot("lib/chaos/planted-defects.json"), "utf8")) as readonly Planted[];
  const planted = defects[index];
  if (planted === undefined) throw new Error(`There is no planted defect ${index}.`);
  const path = inRoot(planted.file);
  return {
    name: "planted defect",
    enforce: "pre" as const,
    transform: (code: string, id: string) => (id.split("?")[0] === path ? code.split(planted.find).join(planted.put) : null),
  };
}
