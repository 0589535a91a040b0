import { isObjectName } from "@/lib/domain/object/kubernetes-object";
import { type LabelSet, sortedLabelSet } from "@/lib/domain/object/label-set";
import { isLabelKey, isLabelValue } from "@/lib/domain/preview/names";
import { addressFamily } from "@/lib/domain/selection/ip-address";

/** The choices for one machine, in addition to the values of its group. */
export interface MachineChoices {
  /** The address with which it registers. "" = the machine's first address. */
  readonly internalIp: string;
  /** The address for callers outside the machine's network. Probes then go to localhost. It cannot be set together with `internalIp`. */
  readonly externalIp: string;
  /** The labels of only this machine. They have precedence over the labels of its group. */
  readonly labels: LabelSet;
  /**
   * The locality as region/zone/subzone. "" = the locality that its cloud reports. The locality is written as a label, because the bundle has no
   * other field for it (docs/istio.md#registered-locality).
   */
  readonly locality: string;
  readonly captureDns: boolean;
  readonly autoRegister: boolean;
}

/** The locality label of a machine. Dots separate its parts, because a label value cannot contain slashes. */
const LOCALITY_LABEL = "topology.istio.io/locality";

/** Returns the chosen labels of a machine, with its locality as a label. */
export function chosenLabels({ labels, locality }: Pick<MachineChoices, "labels" | "locality">): LabelSet {
  return locality === "" ? labels : [...labels, [LOCALITY_LABEL, locality.replaceAll("/", ".")]];
}

/** The input of the user for one machine. */
export interface MachineInput {
  readonly name: string;
  readonly internalIp: string;
  readonly externalIp: string;
  /** The labels as key=value, separated by commas, spaces or line ends. */
  readonly labels: string;
  /** The locality as region/zone/subzone. */
  readonly locality: string;
}

type ChoiceField = keyof MachineInput;

/** An error in the input: the field and the code. */
export interface MachineInputProblem {
  readonly field: ChoiceField;
  readonly code: "no-name" | "no-ip" | "two-addresses" | "no-label" | "no-locality";
  readonly text: string;
}

type Given = Omit<MachineChoices, "captureDns" | "autoRegister">;

/** Parses the input, or returns its first error. */
export function parseMachineInput(typed: MachineInput): { readonly choices: Given } | { readonly problem: MachineInputProblem } {
  const [internalIp, externalIp, locality] = [typed.internalIp.trim(), typed.externalIp.trim(), typed.locality.trim()];
  const wrong = (field: ChoiceField, code: MachineInputProblem["code"], text: string) => ({ problem: { field, code, text } });
  if (!isObjectName(typed.name.trim())) return wrong("name", "no-name", typed.name);
  if (internalIp !== "" && addressFamily(internalIp) === null) return wrong("internalIp", "no-ip", internalIp);
  if (externalIp !== "" && addressFamily(externalIp) === null) return wrong("externalIp", "no-ip", externalIp);
  if (internalIp !== "" && externalIp !== "") return wrong("externalIp", "two-addresses", externalIp);
  const labels = readLabels(typed.labels);
  if (typeof labels === "string") return wrong("labels", "no-label", labels);
  const parts = locality === "" ? [] : locality.split("/");
  // Dots replace the slashes in the label, so that no part can contain a dot.
  if (parts.length > 3 || parts.some((part) => part === "" || part.includes(".")) || !isLabelValue(parts.join("."))) {
    return wrong("locality", "no-locality", locality);
  }
  return { choices: { internalIp, externalIp, labels, locality } };
}

/** Returns the labels of the input, or its first invalid piece. */
function readLabels(text: string): LabelSet | string {
  const pieces = text.split(/[\s,]+/).filter((piece) => piece !== "");
  const pairs = pieces.map((piece) => [piece.split("=", 1)[0] ?? "", piece.slice(piece.indexOf("=") + 1)] as const);
  const wrong = pieces.find((piece, index) => !piece.includes("=") || !isLabelKey(pairs[index]?.[0] ?? "") || !isLabelValue(pairs[index]?.[1] ?? ""));
  return wrong ?? sortedLabelSet(new Map(pairs));
}

/** An error in a list of machines: the line number, from 1, and the invalid piece. */
export interface MachineListProblem {
  readonly line: number;
  readonly code: MachineInputProblem["code"] | "second-address" | "second-locality" | "unknown-prefix" | "name-twice" | "no-machine";
  readonly text: string;
}

const EXTERNAL = "external:";
/** A word with a colon. A group of an IPv6 address does not match. */
const PREFIX = /^[a-z]*[g-z][a-z]*:/i;

/**
 * Parses a list with one machine per line. The name is first. An internal IP address, `external:` with an external IP address, labels as key=value
 * and a region/zone/subzone follow in any order. Spaces, tabs, commas or semicolons separate them. Empty lines and lines that start with # are
 * ignored. If the list has errors, only the first error is returned, and no machine.
 */
export function readMachineList(text: string): { readonly machines: readonly MachineInput[] } | { readonly problem: MachineListProblem } {
  const machines = new Map<string, MachineInput>();
  for (const [index, written] of text.split(/\r\n|\r|\n/).entries()) {
    const pieces = written.split(/[\s,;]+/).filter((piece) => piece !== "");
    const [name] = pieces;
    if (name === undefined || name.startsWith("#")) continue;
    const line = index + 1;
    if (machines.has(name)) return { problem: { line, code: "name-twice", text: name } };
    const read = machineOf(name, pieces.slice(1));
    if ("code" in read) return { problem: { line, ...read } };
    machines.set(name, read);
  }
  if (machines.size === 0) return { problem: { line: 1, code: "no-machine", text: "" } };
  return { machines: [...machines.values()] };
}

/** Parses the pieces after a machine's name, or returns their first error. */
function machineOf(name: string, pieces: readonly string[]): MachineInput | Omit<MachineListProblem, "line"> {
  const prefixed = pieces.find((piece) => kindOf(piece) !== "label" && PREFIX.test(piece) && !piece.startsWith(EXTERNAL));
  if (prefixed !== undefined) return { code: "unknown-prefix", text: prefixed };
  const labels = pieces.filter((piece) => kindOf(piece) === "label");
  const externals = pieces.filter((piece) => kindOf(piece) === "external").map((piece) => piece.slice(EXTERNAL.length));
  const internals = pieces.filter((piece) => kindOf(piece) === "internal");
  const localities = pieces.filter((piece) => kindOf(piece) === "locality");
  const second = internals[1] ?? externals[1];
  if (second !== undefined) return { code: "second-address", text: second };
  if (localities[1] !== undefined) return { code: "second-locality", text: localities[1] };
  const [[internalIp = ""], [externalIp = ""], [locality = ""]] = [internals, externals, localities];
  const machine = { name, internalIp, externalIp, labels: labels.join(","), locality };
  const read = parseMachineInput(machine);
  return "problem" in read ? { code: read.problem.code, text: read.problem.text } : machine;
}

function kindOf(piece: string): "label" | "external" | "internal" | "locality" {
  if (piece.startsWith(EXTERNAL)) return "external";
  if (piece.includes("=")) return "label";
  // A piece with the characters of an address counts as an address. If it is not a valid one, it is rejected as an invalid address.
  return addressFamily(piece) !== null || /^[\d.]+$/.test(piece) || piece.includes(":") ? "internal" : "locality";
}
