import { COMMAND_INPUTS, type ObjectCommandName } from "@/lib/contract/commands";
import { EDITABLE_KINDS, type EditableKind } from "@/lib/domain/preview/kind-shapes";
import { type Command, declareCommand } from "./command";
import { typedObject } from "./typed-object";

type TryName = Extract<ObjectCommandName, `try-${string}`>;

/** Asks the API server, with its webhooks, whether it would take an object as it was typed: made anew, or in the place of one that is there. It is never made. */
export function tryObject(name: TryName, verb: "create" | "update", kind: EditableKind): Command {
  return declareCommand(COMMAND_INPUTS[name], {
    verb,
    kind: EDITABLE_KINDS[kind].resource,
    subresource: "",
    noun: NOUNS[kind],
    permission: [verb],
    dryRun: "only",
    isTyped: true,
    precondition: verb === "create" ? "absent" : "version-seen",
    ruled: "object",
    changedFields: () => ["metadata", "spec"],
    bodyOf: ({ text }) => typedObject(text, kind),
  });
}

const NOUNS = { Service: "service", ServiceEntry: "service entry", WorkloadEntry: "machine", WorkloadGroup: "group" } as const satisfies Record<
  EditableKind,
  string
>;
