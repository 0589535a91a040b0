import { parse } from "yaml";
import { type EditConflict, threeWayDiff } from "@/lib/domain/edit/field-changes";
import { editYaml, readYaml } from "./yaml-text";

/** An edit on the newest version of its object: the text with what others changed taken over, and where it stays against theirs. */
export interface CarriedEdit {
  readonly text: string;
  readonly clashes: readonly EditConflict[];
}

/** Brings an edit onto what the object says now. Comments and order of what was typed stay. Null while the text cannot be read. */
export function carryEdit(base: string, theirs: string, mine: string): CarriedEdit | null {
  const read = readYaml(mine);
  if ("code" in read) return null;
  const { taken, clashes } = threeWayDiff(parse(base), parse(theirs), read.document.toJS());
  const text = taken.reduce<string | null>((edited, { path, value }) => (edited === null ? null : editYaml(edited, path, value)), mine);
  return text === null ? null : { text, clashes };
}
