import { LONGEST_TOKEN_SECONDS, SHORTEST_TOKEN_SECONDS } from "@/lib/domain/bundle/credentials";
import { parseGatewayAddress } from "@/lib/domain/bundle/gateway-address";
import { isObjectName } from "@/lib/domain/object/kubernetes-object";
import type { DocumentPath } from "@/lib/domain/preview/finding";
import { invalidPartOfDomain, isLabelKey, isLabelValue } from "@/lib/domain/preview/names";
import { asPairs, asTexts, asUntypedObject, fieldValue, isUntypedObject, type UntypedObject, yamlTypeOf } from "@/lib/domain/preview/values";
import {
  type GroupPreset,
  isNamePattern,
  type PlatformPolicies,
  PRESET_MESH_FIELDS,
  type PresetMeshField,
  type PresetMeshValues,
  presetContradictions,
  type RequiredLabel,
} from "./policies";

/** An error at a path of the policy file. */
export interface PolicyFileProblem {
  readonly path: DocumentPath;
  readonly code: "unknown-field" | "wrong-type" | "bad-pattern" | "bad-label" | "twice" | "too-many" | "range" | "bad-value" | "contradicts";
  readonly values: Readonly<Record<string, string>>;
}

/** Reads values of the policy file and collects the errors. A value that cannot be read counts as missing. */
export class PolicyFileReader {
  readonly problems: PolicyFileProblem[] = [];

  problem(path: DocumentPath, code: PolicyFileProblem["code"], values: PolicyFileProblem["values"] = {}): void {
    this.problems.push({ path, code, values });
  }

  /** Reads an object that may have only these fields. */
  fields(value: unknown, path: DocumentPath, known: readonly string[]): UntypedObject {
    if (!isUntypedObject(value)) this.wrongType(path, "an object", value);
    for (const [key] of asPairs(value)) if (!known.includes(key)) this.problem([...path, key], "unknown-field", { known: known.join(", ") });
    return asUntypedObject(value);
  }

  items(holder: unknown, key: string, path: DocumentPath): readonly unknown[] | null {
    const value = fieldValue(holder, key);
    if (value === undefined) return null;
    if (!Array.isArray(value)) this.wrongType([...path, key], "a list", value);
    else if (value.length > 100) this.problem([...path, key], "too-many", { most: "100" });
    else return value;
    return null;
  }

  texts(holder: unknown, key: string, path: DocumentPath): readonly string[] | null {
    const items = this.items(holder, key, path);
    items?.forEach((item, at) => {
      if (typeof item !== "string") this.wrongType([...path, key, at], "a text", item);
    });
    return items === null ? null : asTexts(items);
  }

  text(holder: unknown, key: string, path: DocumentPath): string | null {
    const value = fieldValue(holder, key);
    if (value === undefined || typeof value === "string") return value ?? null;
    this.wrongType([...path, key], "a text", value);
    return null;
  }

  wholeNumber(holder: unknown, key: string, path: DocumentPath, [least, most]: readonly [number, number]): number | null {
    const value = fieldValue(holder, key);
    if (value === undefined) return null;
    if (typeof value !== "number" || !Number.isInteger(value)) this.wrongType([...path, key], "a whole number", value);
    else if (value < least || value > most) this.problem([...path, key], "range", { least: String(least), most: String(most) });
    else return value;
    return null;
  }

  patterns(texts: readonly string[] | null, path: DocumentPath): readonly string[] | null {
    texts?.forEach((text, at) => {
      if (!isNamePattern(text)) this.problem([...path, at], "bad-pattern", { text });
    });
    return texts;
  }

  label(key: string, values: readonly string[], path: DocumentPath): void {
    const isGood = isLabelKey(key) && values.every((value) => isLabelValue(value));
    if (!isGood) this.problem(path, "bad-label", { key });
  }

  wrongType(path: DocumentPath, wanted: string, value: unknown): void {
    this.problem(path, "wrong-type", { wanted, found: yamlTypeOf(value) });
  }
}

/** The largest size of root certificates, which is above that of any mesh. There is a limit because the rules are sent to every browser. */
const LONGEST_CERTIFICATES = 16_384;
const CERTIFICATES = /^\s*(?:-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/;
const LINE = /^[!-~](?:[ -~]{0,251}[!-~])?$/;

/** The format of each field: a text for messages, and a check. */
const WANTED: { readonly [Field in PresetMeshField]: { readonly words: string; readonly fits: (text: string) => boolean } } = {
  clusterId: { words: "1 to 253 printable characters in one line", fits: (text) => LINE.test(text) },
  trustDomain: { words: "a domain name, such as cluster.local", fits: (text) => invalidPartOfDomain(text) === null },
  meshId: { words: "1 to 253 printable characters in one line", fits: (text) => LINE.test(text) },
  revision: { words: "the name of a revision: at most 63 small letters, digits and dashes", fits: (text) => text.length <= 63 && isObjectName(text) },
  gateway: { words: "an IP address or a domain name, such as gateway.example.net", fits: isGateway },
  rootCertificate: {
    words: `certificates in PEM and nothing beside them, at most ${LONGEST_CERTIFICATES} characters`,
    fits: (text) => text.length <= LONGEST_CERTIFICATES && CERTIFICATES.test(text),
  },
};

/** Reads `mesh` of the preset at `path`. */
export function readPresetMeshValues(reader: PolicyFileReader, preset: UntypedObject, path: DocumentPath): PresetMeshValues {
  const at: DocumentPath = [...path, "mesh"];
  const mesh = fieldValue(preset, "mesh");
  const fields = mesh === undefined ? {} : reader.fields(mesh, at, PRESET_MESH_FIELDS);
  const read = (field: PresetMeshField): string | null => {
    const text = reader.text(fields, field, at);
    if (text === null || WANTED[field].fits(text)) return text;
    reader.problem([...at, field], "bad-value", { wanted: WANTED[field].words });
    return null;
  };
  return {
    clusterId: read("clusterId"),
    trustDomain: read("trustDomain"),
    meshId: read("meshId"),
    revision: read("revision"),
    gateway: read("gateway"),
    rootCertificate: read("rootCertificate"),
  };
}

function isGateway(text: string): boolean {
  const read = parseGatewayAddress({ address: text, way: "custom-host", resolved: "" });
  return "kind" in read && read.kind !== "none";
}

/** All rules, or all errors. A file with an error has no rules at all. */
export type PolicyFileResult = { readonly rails: PlatformPolicies } | { readonly problems: readonly PolicyFileProblem[] };

const FIELDS = ["namespaces", "namePattern", "requiredLabels", "networks", "maxTokenSeconds", "presets"];
const PRESET_FIELDS = ["name", "labels", "network", "locality", "serviceAccount", "ports", "probe", "mesh"];

/** Reads the policy document of a platform team. */
export function readPlatformPolicies(document: unknown): PolicyFileResult {
  const reader = new PolicyFileReader();
  const fields = reader.fields(document, [], FIELDS);
  const pattern = reader.text(fields, "namePattern", []);
  const rails: PlatformPolicies = {
    namespaces: reader.patterns(reader.texts(fields, "namespaces", []), ["namespaces"]),
    namePattern: pattern === null ? null : (reader.patterns([pattern], ["namePattern"])?.[0] ?? null),
    requiredLabels: requiredLabels(reader, fields),
    networks: reader.texts(fields, "networks", []),
    maxTokenSeconds: reader.wholeNumber(fields, "maxTokenSeconds", [], [SHORTEST_TOKEN_SECONDS, LONGEST_TOKEN_SECONDS]),
    presets: presets(reader, fields),
  };
  return reader.problems.length === 0 ? { rails } : { problems: reader.problems };
}

function requiredLabels(reader: PolicyFileReader, fields: UntypedObject): readonly RequiredLabel[] {
  const labels = (reader.items(fields, "requiredLabels", []) ?? []).map((item, at) => {
    const path: DocumentPath = ["requiredLabels", at];
    const own = reader.fields(item, path, ["key", "values"]);
    const key = reader.text(own, "key", path) ?? "";
    const values = reader.texts(own, "values", path) ?? [];
    reader.label(key, values, path);
    return { key, values };
  });
  once(reader, "requiredLabels", labels, ({ key }) => key);
  return labels;
}

function presets(reader: PolicyFileReader, fields: UntypedObject): readonly GroupPreset[] {
  const read = (reader.items(fields, "presets", []) ?? []).map((item, at) => preset(reader, item, ["presets", at]));
  once(reader, "presets", read, ({ name }) => name);
  for (const { at, field, name } of presetContradictions(read)) reader.problem(["presets", at, "mesh", field], "contradicts", { name });
  return read;
}

function preset(reader: PolicyFileReader, item: unknown, path: DocumentPath): GroupPreset {
  const fields = reader.fields(item, path, PRESET_FIELDS);
  const name = reader.text(fields, "name", path);
  if (!name) reader.wrongType([...path, "name"], "a text", name);
  const probe = fieldValue(fields, "probe");
  if (probe !== undefined && !isUntypedObject(probe)) reader.wrongType([...path, "probe"], "an object", probe);
  return {
    name: name ?? "",
    labels: labelsOf(reader, fields, path),
    network: reader.text(fields, "network", path),
    locality: reader.text(fields, "locality", path),
    serviceAccount: reader.text(fields, "serviceAccount", path),
    ports: portsOf(reader, fields, path),
    probe: probe === undefined ? null : asUntypedObject(probe),
    mesh: readPresetMeshValues(reader, fields, path),
  };
}

function labelsOf(reader: PolicyFileReader, fields: UntypedObject, path: DocumentPath): GroupPreset["labels"] {
  const labels = fieldValue(fields, "labels") ?? {};
  if (!isUntypedObject(labels)) reader.wrongType([...path, "labels"], "an object", labels);
  const pairs = asPairs(labels).map(([key]) => {
    const value = reader.text(labels, key, [...path, "labels"]) ?? "";
    reader.label(key, [value], [...path, "labels", key]);
    return [key, value] as const;
  });
  return Object.fromEntries(pairs);
}

function portsOf(reader: PolicyFileReader, fields: UntypedObject, path: DocumentPath): GroupPreset["ports"] {
  const ports = fieldValue(fields, "ports") ?? {};
  if (!isUntypedObject(ports)) reader.wrongType([...path, "ports"], "an object", ports);
  return Object.fromEntries(asPairs(ports).map(([key]) => [key, reader.wholeNumber(ports, key, [...path, "ports"], [1, 65_535]) ?? 0] as const));
}

function once<T>(reader: PolicyFileReader, field: string, items: readonly T[], nameOf: (item: T) => string): void {
  const seen = new Set<string>();
  items.forEach((item, at) => {
    const name = nameOf(item);
    if (seen.has(name)) reader.problem([field, at], "twice", { name });
    seen.add(name);
  });
}
