import type { LabelSet } from "@/lib/domain/label-set";

/** What is chosen for one machine beside what its group says. */
export interface MachineChoices {
  /** The address under which it registers: "" = the first that it has. */
  readonly internalIp: string;
  /** The same where callers come from outside its network; probes then ask localhost. Only one of the two. */
  readonly externalIp: string;
  /** Labels of this machine alone, over those of its group. */
  readonly labels: LabelSet;
  /** region/zone/subzone, "" = as its cloud says; becomes a label, since the bundle has no other place for it (docs/istio.md#registered-locality). */
  readonly locality: string;
  readonly captureDns: boolean;
  readonly autoRegister: boolean;
}

/** The label that tells a machine's locality: its parts with dots between them, as slashes are no part of a label's value. */
const LOCALITY_LABEL = "topology.istio.io/locality";

/** The labels of a machine: those chosen, and its locality as one. */
export function chosenLabels({ labels, locality }: Pick<MachineChoices, "labels" | "locality">): LabelSet {
  return locality === "" ? labels : [...labels, [LOCALITY_LABEL, locality.replaceAll("/", ".")]];
}
