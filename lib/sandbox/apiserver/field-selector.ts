import { isRecord, type KubeObject } from "./kube-object";
import type { ResourceType } from "./resource-type";
import { badRequest } from "./status-errors";

export type FieldMatch = (object: KubeObject) => boolean;

const everywhere = ["metadata.name", "metadata.namespace"];
const supported: Readonly<Record<string, readonly string[]>> = {
  "/pods": ["spec.nodeName", "spec.serviceAccountName", "spec.schedulerName", "spec.restartPolicy", "status.phase", "status.podIP"],
  "/namespaces": ["status.phase"],
  "/nodes": ["spec.unschedulable"],
  "/events": ["involvedObject.kind", "involvedObject.namespace", "involvedObject.name", "involvedObject.uid", "reason", "type", "reportingComponent"],
  "/services": ["spec.clusterIP", "spec.type"],
};

/** Reads a field selector. Null when it is empty. Throws 400 for fields that this kind does not select by. */
export function parseFieldSelector(text: string, type: ResourceType): FieldMatch | null {
  if (text.trim() === "") return null;
  const terms = (text.match(/(?:\\.|[^\\,])+/g) ?? []).map((term) => readTerm(term, text));
  const allowed = [...everywhere, ...(supported[type.id] ?? [])];
  for (const term of terms) {
    if (allowed.includes(term.path)) continue;
    throw badRequest(hasOwnFields(type) ? `field label not supported: ${term.path}` : notKnown(term.path));
  }
  return (object) => terms.every((term) => (fieldAt(object, term.path) === term.value) === term.isEqual);
}

interface Term {
  readonly path: string;
  readonly value: string;
  readonly isEqual: boolean;
}

function readTerm(term: string, whole: string): Term {
  const match = /^([^=!]+)(==|!=|=)(.*)$/.exec(term.trim());
  if (match === null) throw badRequest(`invalid selector: '${whole}'; can't understand '${term}'`);
  return { path: match[1] ?? "", value: unescaped(match[3] ?? ""), isEqual: match[2] !== "!=" };
}

/** Commas, equal signs and backslashes in a value are written with a backslash before them. */
function unescaped(value: string): string {
  return value.replace(/\\(.?)|=/g, (whole, escaped?: string) => {
    if (escaped === undefined) throw badRequest(`invalid field selector: unescaped character in value: ${whole.charCodeAt(0)}`);
    if (!["\\", ",", "="].includes(escaped)) throw badRequest(`invalid field selector: invalid escape sequence: ${whole}`);
    return escaped;
  });
}

/** Kinds that select by fields of their own refuse others in other words. */
function hasOwnFields(type: ResourceType): boolean {
  return type.custom || supported[type.id] !== undefined;
}

function notKnown(path: string): string {
  return `${JSON.stringify(path)} is not a known field selector: only ${everywhere.map((field) => JSON.stringify(field)).join(", ")}`;
}

function fieldAt(object: KubeObject, path: string): string {
  let value: unknown = object;
  for (const part of path.split(".")) value = isRecord(value) ? value[part] : undefined;
  return value === undefined || value === null ? "" : String(value);
}
