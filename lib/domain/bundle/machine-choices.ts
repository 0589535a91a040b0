import { isObjectName } from "@/lib/domain/object/kubernetes-object";
import { type LabelSet, labelSet } from "@/lib/domain/object/label-set";
import { isLabelValue, isTagKey } from "@/lib/domain/preview/names";
import { addressFamily } from "@/lib/domain/selection/ip-address";

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

/** What was typed for one machine. */
export interface MachineText {
  readonly name: string;
  readonly internalIp: string;
  readonly externalIp: string;
  /** key=value, with commas or spaces or lines between them. */
  readonly labels: string;
  /** region/zone/subzone. */
  readonly locality: string;
}

type ChoiceField = keyof MachineText;

/** What is wrong with it: at which field, and what. */
export interface ChoiceProblem {
  readonly field: ChoiceField;
  readonly code: "no-name" | "no-ip" | "two-addresses" | "no-label" | "no-locality";
  readonly text: string;
}

type Given = Omit<MachineChoices, "captureDns" | "autoRegister">;

/** Reads what was typed, or says the first thing that is wrong. */
export function readChoices(typed: MachineText): { readonly choices: Given } | { readonly problem: ChoiceProblem } {
  const [internalIp, externalIp, locality] = [typed.internalIp.trim(), typed.externalIp.trim(), typed.locality.trim()];
  const wrong = (field: ChoiceField, code: ChoiceProblem["code"], text: string) => ({ problem: { field, code, text } });
  if (!isObjectName(typed.name.trim())) return wrong("name", "no-name", typed.name);
  if (internalIp !== "" && addressFamily(internalIp) === null) return wrong("internalIp", "no-ip", internalIp);
  if (externalIp !== "" && addressFamily(externalIp) === null) return wrong("externalIp", "no-ip", externalIp);
  if (internalIp !== "" && externalIp !== "") return wrong("externalIp", "two-addresses", externalIp);
  const labels = readLabels(typed.labels);
  if (typeof labels === "string") return wrong("labels", "no-label", labels);
  const parts = locality === "" ? [] : locality.split("/");
  // As a label it has dots for slashes, so that no part can have one.
  if (parts.length > 3 || parts.some((part) => part === "" || part.includes(".")) || !isLabelValue(parts.join("."))) {
    return wrong("locality", "no-locality", locality);
  }
  return { choices: { internalIp, externalIp, labels, locality } };
}

/** The labels, or the first piece that is none. */
function readLabels(text: string): LabelSet | string {
  const pieces = text.split(/[\s,]+/).filter((piece) => piece !== "");
  const pairs = pieces.map((piece) => [piece.split("=", 1)[0] ?? "", piece.slice(piece.indexOf("=") + 1)] as const);
  const wrong = pieces.find((piece, index) => !piece.includes("=") || !isTagKey(pairs[index]?.[0] ?? "") || !isLabelValue(pairs[index]?.[1] ?? ""));
  return wrong ?? labelSet(new Map(pairs));
}

/** What is wrong with a list: on which line, counted from 1, and with which piece of it. */
export interface ListProblem {
  readonly line: number;
  readonly code: ChoiceProblem["code"] | "second-address" | "second-locality" | "unknown-prefix" | "name-twice" | "no-machine";
  readonly text: string;
}

const EXTERNAL = "external:";
/** A word and a colon. The groups of an IPv6 address are no words. */
const PREFIX = /^[a-z]*[g-z][a-z]*:/i;

/**
 * Reads machines, one a line: the name first, then in any order an internal IP address, `external:` with an external one, labels as key=value, and a locality
 * as region/zone/subzone. Spaces, tabs, commas or semicolons stand between them. Empty lines and those that begin with # say nothing. Or says the first thing
 * that is wrong: then no machine is read.
 */
export function readMachineList(text: string): { readonly machines: readonly MachineText[] } | { readonly problem: ListProblem } {
  const machines = new Map<string, MachineText>();
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

/** One machine of the pieces that follow its name, or what is wrong with them. */
function machineOf(name: string, pieces: readonly string[]): MachineText | Omit<ListProblem, "line"> {
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
  const read = readChoices(machine);
  return "problem" in read ? { code: read.problem.code, text: read.problem.text } : machine;
}

function kindOf(piece: string): "label" | "external" | "internal" | "locality" {
  if (piece.startsWith(EXTERNAL)) return "external";
  if (piece.includes("=")) return "label";
  // What has the letters of an address and is none was meant as one: it is refused as an address.
  return addressFamily(piece) !== null || /^[\d.]+$/.test(piece) || piece.includes(":") ? "internal" : "locality";
}
