import { COMMAND_INPUTS } from "@/lib/contract/commands";
import { EXPECTED_SIZE_ANNOTATION, normalizeExpectedSizeText } from "@/lib/domain/group/expected-size";
import { declareCommand, type InputProblem } from "./command";

/** Writes a group's expected size as an annotation; "" takes it away. */
export const setExpectedSize = declareCommand(COMMAND_INPUTS["set-expected-size"], {
  verb: "patch",
  kind: "workloadgroups",
  subresource: "",
  noun: "group",
  permission: ["patch"],
  dryRun: "first",
  precondition: "version-seen",
  ruled: "no",
  changedFields: () => [`metadata.annotations[${EXPECTED_SIZE_ANNOTATION}]`],
  bodyOf({ size }) {
    const value = normalizeExpectedSizeText(size);
    if (value === null && size.trim() !== "") return { ok: false, problem: NO_SIZE };
    return { ok: true, body: { metadata: { annotations: { [EXPECTED_SIZE_ANNOTATION]: value } } } };
  },
});

const NO_SIZE: InputProblem = {
  field: "size",
  title: "No size",
  detail: 'Write a whole number of at most six digits, or a range such as "10-60". Leave the field empty to remove the size.',
};
