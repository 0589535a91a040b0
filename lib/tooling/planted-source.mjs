import { readFileSync } from "node:fs";
import { inRoot } from "./root.mjs";

/** Changes one line of one source while the tests read it; the source itself stays as it is. `index` is a place in the list of planted defects. */
export function plantedSource(index) {
  const defects = JSON.parse(readFileSync(inRoot("lib/chaos/planted-defects.json"), "utf8"));
  const planted = defects[index];
  if (planted === undefined) throw new Error(`There is no planted defect ${index}.`);
  const path = inRoot(planted.file);
  return {
    name: "planted defect",
    enforce: "pre",
    transform: (code, id) => (id.split("?")[0] === path ? code.split(planted.find).join(planted.put) : null),
  };
}
