import { COMMAND_INPUTS, type ObjectCommandName } from "@/lib/contract/commands";
import { MUTE_ANNOTATION, objectMutesText } from "@/lib/domain/findings/object-mute";
import { type Command, declareCommand, type InputProblem } from "./command";

/** Writes which findings about an object are muted for everybody, as an annotation of it; of none it is taken away. Each needs a reason. */
export function muteFindings(name: Extract<ObjectCommandName, `mute-${string}`>, kind: Command["kind"], noun: string): Command {
  return declareCommand(COMMAND_INPUTS[name], {
    verb: "patch",
    kind,
    subresource: "",
    noun,
    permission: ["patch"],
    dryRun: "first",
    precondition: "version-seen",
    ruled: "no",
    changedFields: () => [`metadata.annotations[${MUTE_ANNOTATION}]`],
    bodyOf({ uid, mutes }) {
      const said = mutes.map((mute) => ({ ...mute, reason: mute.reason.trim() }));
      if (said.some(({ reason }) => reason === "")) return { ok: false, problem: NO_REASON };
      return { ok: true, body: { metadata: { uid, annotations: { [MUTE_ANNOTATION]: objectMutesText(said) } } } };
    },
  });
}

const NO_REASON: InputProblem = { field: "mutes", title: "No reason", detail: "Write why: whoever comes back to it will ask." };
