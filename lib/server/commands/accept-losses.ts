import { COMMAND_INPUTS, type ObjectCommandName } from "@/lib/contract/commands";
import { type Command, declareCommand } from "./command";

/** Accepts losses of a group, or undoes that. It needs the right to update the group, because it changes its expected size. */
function decideLosses(name: Extract<ObjectCommandName, "accept-losses" | "undo-accepted-losses">, stores: NonNullable<Command["stores"]>): Command {
  return declareCommand(COMMAND_INPUTS[name], {
    verb: "update",
    kind: "workloadgroups",
    subresource: "",
    noun: "group",
    permission: ["update"],
    dryRun: "on-request",
    // The group does not change. The history compares each loss with what it knows now.
    precondition: "none",
    ruled: "no",
    stores,
    changedFields: () => ["accepted losses"],
    bodyOf: (input) => ({ ok: true, body: { ...input } }),
  });
}

export const acceptLosses = decideLosses("accept-losses", "accepted-losses");
export const undoAcceptedLosses = decideLosses("undo-accepted-losses", "undone-losses");
