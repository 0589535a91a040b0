import type { CommandName } from "@/lib/contract/commands";
import { MayCommand } from "@/lib/contract/commands";
import { apiPaths } from "@/lib/contract/paths";
import { mayNotChangeWords } from "@/lib/format/command-words";
import { ask } from "./ask";
import { type EditedObject, saveEdit } from "./edit-drafts";
import { readVersion } from "./read-edited";

/** Begins an edit of what the object says now. Gives back why there is none: who lacks the right is told which verb; "" = it is kept. */
export async function beginEdit(viewer: string, object: EditedObject, command: CommandName): Promise<string> {
  const may = await ask(apiPaths.command(command, object), MayCommand, new AbortController().signal);
  if (may.kind === "refused") return may.problem;
  if (!may.value.may) return mayNotChangeWords(may.value);
  const read = await readVersion(object);
  if (read.kind === "refused") return read.problem;
  saveEdit(viewer, object, { ...read.value, text: read.value.base });
  return "";
}
