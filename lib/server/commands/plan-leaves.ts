import { COMMAND_INPUTS } from "@/lib/contract/commands";
import { formatPlannedLeaves, PLANNED_LEAVES_ANNOTATION } from "@/lib/domain/entry/planned-leaves";
import { isObjectName } from "@/lib/domain/object/kubernetes-object";
import { noPlanReasonWords } from "@/lib/format/planned-words";
import { declareCommand, type InputProblem } from "./command";

/** Writes which machines of a group are planned to go as an annotation of the group; of none it is taken away. A machine needs a reason. */
export const planLeaves = declareCommand(COMMAND_INPUTS["plan-leaves"], {
  verb: "patch",
  kind: "workloadgroups",
  subresource: "",
  noun: "group",
  permission: ["patch"],
  dryRun: "first",
  precondition: "version-seen",
  ruled: "no",
  changedFields: () => [`metadata.annotations[${PLANNED_LEAVES_ANNOTATION}]`],
  bodyOf({ uid, leaves }) {
    const said = leaves.map((leave) => ({ ...leave, reason: leave.reason.trim() }));
    if (said.some(({ entry }) => !isObjectName(entry))) return { ok: false, problem: NO_NAME };
    if (said.some(({ reason }) => reason === "")) return { ok: false, problem: NO_REASON };
    return { ok: true, body: { metadata: { uid, annotations: { [PLANNED_LEAVES_ANNOTATION]: formatPlannedLeaves(said) } } } };
  },
});

const NO_NAME: InputProblem = { field: "leaves", title: "Not a name", detail: "A machine is named by its entry: lower-case letters, digits, dots and dashes." };

const NO_REASON: InputProblem = { field: "leaves", title: "No reason", detail: noPlanReasonWords() };
