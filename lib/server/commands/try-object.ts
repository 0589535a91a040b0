import { COMMAND_INPUTS, type CommandName } from "@/lib/contract/commands";
import { EDITED_KINDS, type EditedKind } from "@/lib/domain/preview/kind-shapes";
import { fieldOf, fieldsOf, textOf } from "@/lib/domain/preview/values";
import { documentWords } from "@/lib/format/document-words";
import { readDocument } from "@/lib/server/preview/read-document";
import { type Command, type CommandBody, declareCommand } from "./command";

type TryName = Extract<CommandName, `try-${string}`>;

/** Asks the API server, with its webhooks, whether it would take an object as it was typed: made anew, or in the place of one that is there. It is never made. */
export function tryObject(name: TryName, verb: "create" | "update", kind: EditedKind): Command {
  return declareCommand(COMMAND_INPUTS[name], {
    verb,
    kind: EDITED_KINDS[kind].resource,
    subresource: "",
    noun: NOUNS[kind],
    permission: [verb],
    dryRun: "only",
    precondition: verb === "create" ? "absent" : "version-seen",
    readOnly: "absent",
    changedFields: () => ["metadata", "spec"],
    bodyOf: ({ text }) => bodyOf(text, kind),
  });
}

const NOUNS = { Service: "service", ServiceEntry: "service entry", WorkloadEntry: "machine", WorkloadGroup: "group" } as const satisfies Record<
  EditedKind,
  string
>;

function bodyOf(text: string, kind: EditedKind): CommandBody {
  const read = readDocument(text);
  if (!("value" in read)) return refused(documentWords(read));
  const written = textOf(fieldOf(read.value, "kind"));
  if (written !== kind) return refused(`kind is ${written === "" ? "missing" : written}, and has to be ${kind}.`);
  return { ok: true, body: fieldsOf(read.value) };
}

function refused(detail: string): CommandBody {
  return { ok: false, problem: { field: "text", title: "Cannot be read", detail } };
}
