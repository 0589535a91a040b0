import type { LastWriter, OwnerReference, WorkloadEntry } from "@/lib/domain/entry/workload-entry";

/** A text that may be missing: a missing one is the empty string's number, a present one begins with this. */
const PRESENT = "=";

/** What separates the parts of a text that holds several; what stands in it where a stranger's text has it too. */
const PART = "\u0000";
const INSTEAD = "\ufffd";

export function optionalText(text: string | null): string {
  return text === null ? "" : PRESENT + text;
}

export function presentText(text: string): string | null {
  return text === "" ? null : text.slice(PRESENT.length);
}

/** Is this `optionalText` of what is told? */
export function isOptionalText(text: string, told: string | null): boolean {
  if (told === null) return text === "";
  return text.length === told.length + PRESENT.length && text.startsWith(PRESENT) && text.endsWith(told);
}

export function writerText(writer: LastWriter | null): string {
  return writer === null ? "" : joined([writer.manager, writer.operation, writer.subresource]);
}

export function writerOfText(text: string, time: number | null): LastWriter | null {
  if (text === "") return null;
  const [manager = "", operation = "", subresource = ""] = text.split(PART);
  return { manager, operation, subresource, time };
}

export function isWriterText(text: string, writer: LastWriter | null): boolean {
  return writer === null ? text === "" : isJoined(text, [writer.manager, writer.operation, writer.subresource]);
}

export function ownerText(owner: OwnerReference | null): string {
  return owner === null ? "" : joined([owner.apiVersion, owner.kind, owner.name, owner.uid]);
}

export function ownerOfText(text: string): OwnerReference | null {
  if (text === "") return null;
  const [apiVersion = "", kind = "", name = "", uid = ""] = text.split(PART);
  return { apiVersion, kind, name, uid };
}

export function isOwnerText(text: string, owner: OwnerReference | null): boolean {
  return owner === null ? text === "" : isJoined(text, [owner.apiVersion, owner.kind, owner.name, owner.uid]);
}

export function portsText(ports: WorkloadEntry["ports"]): string {
  return joined(ports.map(([name, port]) => `${name}=${port}`));
}

export function portsOfText(text: string): WorkloadEntry["ports"] {
  if (text === "") return [];
  return text.split(PART).map((part) => {
    const at = part.lastIndexOf("=");
    return [part.slice(0, at), Number(part.slice(at + 1))] as const;
  });
}

/** Asked of every event: makes no text to compare with. */
export function isPortsText(text: string, ports: WorkloadEntry["ports"]): boolean {
  let at = 0;
  for (const [name, port] of ports) {
    if (at > 0 && text[at - 1] !== PART) return false;
    const named = endOf(text, name, at);
    const end = text[named] === "=" ? endOf(text, String(port), named + 1) : NOT_HERE;
    if (end === NOT_HERE) return false;
    at = end + PART.length;
  }
  return text.length === Math.max(0, at - PART.length);
}

const NOT_HERE = -1;

/** Where a part ends that stands in a text from `at` on; NOT_HERE where it does not, or holds what separates parts. */
function endOf(text: string, part: string, at: number): number {
  return text.startsWith(part, at) && !part.includes(PART) ? at + part.length : NOT_HERE;
}

function joined(parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll(PART, INSTEAD)).join(PART);
}

/** Is a text `joined` of these parts? No where a part holds what separates them. */
function isJoined(text: string, parts: readonly string[]): boolean {
  let at = 0;
  for (const part of parts) {
    if (at > 0 && text[at - 1] !== PART) return false;
    const end = endOf(text, part, at);
    if (end === NOT_HERE) return false;
    at = end + PART.length;
  }
  return text.length === Math.max(0, at - PART.length);
}
