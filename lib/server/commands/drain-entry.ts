import { COMMAND_INPUTS } from "@/lib/contract/commands";
import { DRAIN_REASON_ANNOTATION, DRAINING_LABEL } from "@/lib/domain/verdict/serving";
import { declareCommand } from "./command";

const DECLARED = {
  verb: "patch",
  kind: "workloadentries",
  subresource: "",
  noun: "machine",
  permission: ["patch"],
  dryRun: "first",
  precondition: "version-seen",
  ruled: "no",
  changedFields: () => [`metadata.labels[${DRAINING_LABEL}]`, `metadata.annotations[${DRAIN_REASON_ANNOTATION}]`],
} as const;

/** Takes a machine out of what callers are sent, as long as its entry lives (docs/istio.md#draining); the reason stands beside the label. */
export const drainEntry = declareCommand(COMMAND_INPUTS["drain-workloadentry"], {
  ...DECLARED,
  bodyOf({ uid, reason }) {
    const said = reason.trim();
    if (said === "")
      return { ok: false, problem: { field: "reason", title: "No reason", detail: "Write why the machine is drained: whoever finds it so wants to know." } };
    return { ok: true, body: { metadata: { uid, labels: { [DRAINING_LABEL]: "true" }, annotations: { [DRAIN_REASON_ANNOTATION]: said } } } };
  },
});

/** Takes both away: callers are sent the machine again, as far as its health lets it. */
export const undrainEntry = declareCommand(COMMAND_INPUTS["undrain-workloadentry"], {
  ...DECLARED,
  bodyOf: ({ uid }) => ({ ok: true, body: { metadata: { uid, labels: { [DRAINING_LABEL]: null }, annotations: { [DRAIN_REASON_ANNOTATION]: null } } } }),
});
