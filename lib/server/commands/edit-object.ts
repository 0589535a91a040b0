import { COMMAND_INPUTS, type ObjectCommandName } from "@/lib/contract/commands";
import { clusterWrittenPaths } from "@/lib/domain/edit/editable";
import { formatFieldPath } from "@/lib/domain/edit/field-changes";
import { asUntypedObject } from "@/lib/domain/preview/values";
import { lockedWords } from "@/lib/format/edit/edit-words";
import { type Command, type CommandBody, declareCommand } from "./command";
import { typedObject } from "./typed-object";

/** The edits of objects. A note belongs to the history. */
type EditName = Exclude<Extract<ObjectCommandName, `edit-${string}`>, "edit-incident-note">;

interface Edited {
  readonly kind: Command["kind"];
  /** As `kind` of the object says it. */
  readonly written: string;
  readonly noun: string;
}

const EDITED: Readonly<Record<EditName, Edited>> = {
  "edit-workloadgroup": { kind: "workloadgroups", written: "WorkloadGroup", noun: "group" },
  "edit-workloadentry": { kind: "workloadentries", written: "WorkloadEntry", noun: "machine" },
  "edit-service": { kind: "services", written: "Service", noun: "service" },
  "edit-serviceentry": { kind: "serviceentries", written: "ServiceEntry", noun: "service entry" },
};

/** Puts an object as it was typed in the place of the one that was seen: its uid and its version are still those. */
export function editObject(name: EditName): Command {
  const { kind, written, noun } = EDITED[name];
  return declareCommand(COMMAND_INPUTS[name], {
    verb: "update",
    kind,
    subresource: "",
    noun,
    permission: ["update"],
    dryRun: "first",
    isTyped: true,
    precondition: "version-seen",
    ruled: "object",
    changedFields: () => ["metadata", "spec"],
    bodyOf: ({ text, uid }) => withUid(typedObject(text, written), uid),
  });
}

function withUid(typed: CommandBody, uid: string): CommandBody {
  if (!typed.ok) return typed;
  const locked = clusterWrittenPaths(typed.body).map(formatFieldPath);
  const causes = locked.map((field) => ({ field, message: lockedWords({ field }) }));
  const [first] = causes;
  if (first !== undefined) return { ok: false, problem: { field: "text", title: "Not editable", detail: first.message, causes } };
  return { ok: true, body: { ...typed.body, metadata: { ...asUntypedObject(typed.body.metadata), uid } } };
}
