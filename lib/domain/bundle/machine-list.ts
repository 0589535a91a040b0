import { addressFamily } from "@/lib/domain/selection/ip-address";
import { type ChoiceProblem, type MachineText, readChoices } from "./read-choices";

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
