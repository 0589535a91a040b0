import { isRecord } from "@/lib/sandbox/apiserver/kube-object";
import { decodeToken } from "./translation";

const times = new Set(["creationTimestamp", "deletionTimestamp", "time", "lastTransitionTime", "expirationTimestamp"]);
const proseless = new Set(["description", "storageVersionHash"]);
const age = /^\d+[smhdy](\d+[smhd])?$/;
const texts: ReadonlyArray<readonly [RegExp, string]> = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<uid>"],
  [/resource version: \d+ \(\d+\)/g, "resource version: <revision> (<revision>)"],
  [/resource version: \d+, current: \d+/g, "resource version: <revision>, current: <revision>"],
  [/X509SHA256=[0-9a-f]{64}/g, "X509SHA256=<digest>"],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "<jwt:redacted>"],
  [/127\.0\.0\.1:\d+/g, "<address>"],
  [/https:\/\/kubernetes\.default\.svc(\.cluster\.local)?/g, "<audience>"],
  [
    /in the precondition \(\d+\) does not match the ResourceVersion in record \(\d+\)/g,
    "in the precondition (<revision>) does not match the ResourceVersion in record (<revision>)",
  ],
  [/"Bad_[a-z0-9]{5}"/g, '"Bad_<suffix>"'],
  // Where an object is quoted in a message.
  [/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\\?"/g, '"<time>"'],
  [/\\"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\\"/g, '\\"<time>\\"'],
  [/(\\?"resourceVersion\\?":\\?")\d+/g, "$1<revision>"],
];

/**
 * An answer without what differs from run to run: uids, revisions, times, ages, random suffixes. The revisions of one object are
 * numbered in the order they are seen, so that "the same revision" and "a new one" remain comparable.
 */
export class Normaliser {
  readonly #versions = new Map<string, string[]>();

  normalise(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.normalise(item));
    if (typeof value === "string") return shortened(value);
    if (!isRecord(value)) return value;
    if (value.kind === "Status") return this.#fields(withSortedTypes(value));
    return this.#fields(value);
  }

  #fields(value: Record<string, unknown>): unknown {
    const isSet = "resourceRules" in value || value.kind === "APIResourceList";
    const entries = Object.entries(value).filter(([key]) => !proseless.has(key));
    const normalised = entries.map(([key, part]): [string, unknown] => [shortened(key), this.#part(key, part, value)]);
    return Object.fromEntries(isSet ? normalised.map(([key, part]): [string, unknown] => [key, sorted(part)]) : normalised);
  }

  #part(key: string, value: unknown, parent: Record<string, unknown>): unknown {
    if (times.has(key) && typeof value === "string") return "<time>";
    // The real server's own writes bear the name of its program.
    if (key === "manager" && value === "real-cluster") return "kube-apiserver";
    if (key === "uid" && typeof value === "string") return "<uid>";
    // Their order is that of their times, which may or may not fall into one second.
    if (key === "managedFields") return byManager(this.normalise(value));
    if (key === "resourceVersion" && typeof value === "string") return this.#version(value, parent);
    if (key === "name" && typeof parent.generateName === "string" && typeof value === "string") return `${value.slice(0, -5)}<suffix>`;
    if (key === "name" && typeof value === "string" && /^Bad_[a-z0-9]{5}$/.test(value)) return "Bad_<suffix>";
    if ((key === "clusterIP" || key === "clusterIPs") && JSON.stringify(value).includes(".")) return "<address>";
    if (key === "continue" && typeof value === "string") return tokenText(value);
    if (key === "cells" && Array.isArray(value)) return value.map((cell) => (typeof cell === "string" && age.test(cell) ? "<age>" : this.normalise(cell)));
    return this.normalise(value);
  }

  #version(revision: string, metadata: Record<string, unknown>): string {
    if (typeof metadata.name !== "string") return "<revision>";
    const seen = this.#versions.get(metadata.name) ?? [];
    this.#versions.set(metadata.name, seen);
    if (!seen.includes(revision)) seen.push(revision);
    return `<revision ${seen.indexOf(revision) + 1}>`;
  }
}

const mapFields = /^(metadata\.(labels|annotations)|data\[.*\])$/;

/** A real server names fields of a wrong type, labels, annotations and keys in the order of a Go map, which is none. */
function withSortedTypes(status: Record<string, unknown>): Record<string, unknown> {
  const { details, message } = status;
  if (!isRecord(details) || !Array.isArray(details.causes) || typeof message !== "string") return status;
  const isOfMap = (cause: unknown): boolean => isRecord(cause) && (cause.reason === "FieldValueTypeInvalid" || mapFields.test(String(cause.field)));
  const causes = [...(sorted(details.causes.filter(isOfMap)) as unknown[]), ...details.causes.filter((cause) => !isOfMap(cause))];
  const list = (all: readonly unknown[]): string => [...new Set(all.map((cause) => (isRecord(cause) ? `${cause.field}: ${cause.message}` : "")))].join(", ");
  return { ...status, details: { ...details, causes }, message: message.replace(list(details.causes), () => list(causes)) };
}

function shortened(text: string): string {
  return texts.reduce((shorter, [pattern, placeholder]) => shorter.replace(pattern, placeholder), text);
}

function tokenText(token: string): string {
  const decoded = decodeToken(token);
  return decoded === null ? token : `<from ${decoded.rv < 0 ? "any revision" : "this revision"} after ${JSON.stringify(decoded.start)}>`;
}

function byManager(entries: unknown): unknown {
  const title = (entry: unknown): string => (isRecord(entry) ? JSON.stringify([entry.manager, entry.operation, entry.subresource]) : "");
  return Array.isArray(entries) ? [...entries].sort((left, right) => (title(left) < title(right) ? -1 : 1)) : entries;
}

function sorted(value: unknown): unknown {
  return Array.isArray(value) ? [...value].sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1)) : value;
}
