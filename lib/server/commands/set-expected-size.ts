import { COMMAND_INPUTS } from "@/lib/contract/commands";
import { EXPECTED_SIZE_ANNOTATION } from "@/lib/domain/expected-size";
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
    const digits = size.trim();
    if (digits !== "" && !/^\d{1,6}$/.test(digits)) return { ok: false, problem: NO_SIZE };
    const value = digits === "" ? null : String(Number(digits));
    return { ok: true, body: { metadata: { annotations: { [EXPECTED_SIZE_ANNOTATION]: value } } } };
  },
});

const NO_SIZE: InputProblem = {
  field: "size",
  title: "No size",
  detail: "A size is a whole number of at most six digits. Leave it empty to take it away.",
};
