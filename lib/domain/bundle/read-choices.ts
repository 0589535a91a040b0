import { type LabelSet, labelSet } from "@/lib/domain/label-set";
import { isObjectName } from "@/lib/domain/object-name";
import { isLabelValue, isTagKey } from "@/lib/domain/preview/names";
import { addressFamily } from "@/lib/domain/selection/ip-address";
import type { MachineChoices } from "./machine-choices";

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
