import { COMMAND_INPUTS, type ObjectCommandName } from "@/lib/contract/commands";
import { isInScope } from "@/lib/domain/source/scope";
import { lossUnknownWords } from "@/lib/format/accepted-loss-words";
import { Refusal } from "@/lib/server/http/problem";
import { type Command, declareCommand } from "./command";

/** Accepts losses of a group, or undoes that. It needs the right to update the group, because it changes its expected size. */
function decideLosses(name: Extract<ObjectCommandName, "accept-losses" | "undo-accepted-losses">, what: "accept" | "undo"): Command {
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
    // A viewer who does not see the machines knows of no loss.
    stores: ({ history, address: { cluster, namespace, name: group }, scope, who, dryRun }, body) => {
      const { uid, losses } = COMMAND_INPUTS[name].parse(body);
      if (!isInScope(scope, cluster, "workloadentries", namespace)) {
        throw new Refusal(404, "Loss not known", lossUnknownWords({ name: losses[0]?.name ?? "" }), "losses");
      }
      return history.decideLosses({ cluster, namespace, group, uid, losses, what, who, dryRun });
    },
    changedFields: () => ["accepted losses"],
    bodyOf: (input) => ({ ok: true, body: { ...input } }),
  });
}

export const acceptLosses = decideLosses("accept-losses", "accept");
export const undoAcceptedLosses = decideLosses("undo-accepted-losses", "undo");
