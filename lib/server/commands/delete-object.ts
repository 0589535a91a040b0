import { COMMAND_INPUTS, type ObjectCommandName } from "@/lib/contract/commands";
import { type Command, declareCommand } from "./command";

/** Deletes an object that was seen: its uid and its version are still those. Kubernetes deletes what it owns after it. */
export function deleteObject(name: Extract<ObjectCommandName, `delete-${string}`>, kind: Command["kind"], noun: string): Command {
  return declareCommand(COMMAND_INPUTS[name], {
    verb: "delete",
    kind,
    subresource: "",
    noun,
    permission: ["delete"],
    dryRun: "first",
    precondition: "version-seen",
    ruled: "no",
    changedFields: () => ["the whole object"],
    bodyOf: ({ uid }) => ({ ok: true, body: { propagationPolicy: "Background", preconditions: { uid } } }),
  });
}
