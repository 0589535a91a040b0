import { CommandPermission, type ObjectCommandName } from "@/lib/contract/commands";
import { apiPaths } from "@/lib/contract/url/paths";
import { mayNotChangeWords } from "@/lib/format/command-words";
import { ask } from "./ask";
import { type EditedObject, saveEdit } from "./edit-drafts";
import { readVersion } from "./read-edited";

/** The result of an attempt to begin an edit. `problem` is "" for a success. `missingRights`: the rights that the viewer lacks, each as "VERB RESOURCE". */
export interface EditBegun {
  readonly problem: string;
  readonly missingRights?: readonly string[] | undefined;
}

/** Begins an edit of what the object says now, and stores it in this browser. */
export async function beginEdit(viewer: string, object: EditedObject, command: ObjectCommandName): Promise<EditBegun> {
  const may = await ask(apiPaths.command(command, object), CommandPermission, new AbortController().signal);
  if (may.kind === "refused") return { problem: may.problem };
  if (!may.value.may) return { problem: mayNotChangeWords(may.value), missingRights: may.value.missingRights };
  const read = await readVersion(object);
  if (read.kind === "refused") return { problem: read.problem };
  saveEdit(viewer, object, { ...read.value, text: read.value.base });
  return { problem: "" };
}
