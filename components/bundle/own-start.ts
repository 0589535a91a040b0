import type { BundleStart } from "@/lib/contract/bundle";
import { OWN_FACTS, type OwnFacts } from "@/lib/contract/own-facts";
import { ownFactWords } from "@/lib/format/new-group/ready-words";

/** What a form begins with: what its viewer typed of the mesh in the first step wins over presets and over what was read. */
export function withOwnFacts(start: BundleStart, own: OwnFacts): BundleStart {
  const typed = OWN_FACTS.flatMap((fact) => {
    const value = own[fact];
    return value === undefined ? [] : [[fact, { state: "ok", value, source: ownFactWords(), problem: "" }] as const];
  });
  return { ...start, ...Object.fromEntries(typed) };
}
