import { LONGEST_TOKEN_SECONDS, SHORTEST_TOKEN_SECONDS } from "@/lib/domain/bundle/token-life";
import type { Path } from "@/lib/domain/preview/finding";
import { type Fields, fieldOf, fieldsOf, isFields, pairsOf } from "@/lib/domain/preview/values";
import type { GuardRails, Preset, RequiredLabel } from "./guard-rails";
import { contradictionsIn } from "./preset-mesh";
import { readPresetMesh } from "./read-preset-mesh";
import { type RailsProblem, RailsReader } from "./read-values";

/** Rules that were read whole, or every fault in them: rules of which a part cannot be read are no rules. */
export type ReadRails = { readonly rails: GuardRails } | { readonly problems: readonly RailsProblem[] };

const FIELDS = ["namespaces", "namePattern", "requiredLabels", "networks", "maxTokenSeconds", "presets"];
const PRESET_FIELDS = ["name", "labels", "network", "locality", "serviceAccount", "ports", "probe", "mesh"];

/** Reads the document of a platform team. */
export function readGuardRails(document: unknown): ReadRails {
  const reader = new RailsReader();
  const fields = reader.fields(document, [], FIELDS);
  const pattern = reader.text(fields, "namePattern", []);
  const rails: GuardRails = {
    namespaces: reader.patterns(reader.texts(fields, "namespaces", []), ["namespaces"]),
    namePattern: pattern === null ? null : (reader.patterns([pattern], ["namePattern"])?.[0] ?? null),
    requiredLabels: requiredLabels(reader, fields),
    networks: reader.texts(fields, "networks", []),
    maxTokenSeconds: reader.wholeNumber(fields, "maxTokenSeconds", [], [SHORTEST_TOKEN_SECONDS, LONGEST_TOKEN_SECONDS]),
    presets: presets(reader, fields),
  };
  return reader.problems.length === 0 ? { rails } : { problems: reader.problems };
}

function requiredLabels(reader: RailsReader, fields: Fields): readonly RequiredLabel[] {
  const labels = (reader.items(fields, "requiredLabels", []) ?? []).map((item, at) => {
    const path: Path = ["requiredLabels", at];
    const own = reader.fields(item, path, ["key", "values"]);
    const key = reader.text(own, "key", path) ?? "";
    const values = reader.texts(own, "values", path) ?? [];
    reader.label(key, values, path);
    return { key, values };
  });
  once(reader, "requiredLabels", labels, ({ key }) => key);
  return labels;
}

function presets(reader: RailsReader, fields: Fields): readonly Preset[] {
  const read = (reader.items(fields, "presets", []) ?? []).map((item, at) => preset(reader, item, ["presets", at]));
  once(reader, "presets", read, ({ name }) => name);
  for (const { at, field, name } of contradictionsIn(read)) reader.problem(["presets", at, "mesh", field], "contradicts", { name });
  return read;
}

function preset(reader: RailsReader, item: unknown, path: Path): Preset {
  const fields = reader.fields(item, path, PRESET_FIELDS);
  const name = reader.text(fields, "name", path);
  if (!name) reader.wrongType([...path, "name"], "a text", name);
  const probe = fieldOf(fields, "probe");
  if (probe !== undefined && !isFields(probe)) reader.wrongType([...path, "probe"], "an object", probe);
  return {
    name: name ?? "",
    labels: labelsOf(reader, fields, path),
    network: reader.text(fields, "network", path),
    locality: reader.text(fields, "locality", path),
    serviceAccount: reader.text(fields, "serviceAccount", path),
    ports: portsOf(reader, fields, path),
    probe: probe === undefined ? null : fieldsOf(probe),
    mesh: readPresetMesh(reader, fields, path),
  };
}

function labelsOf(reader: RailsReader, fields: Fields, path: Path): Preset["labels"] {
  const labels = fieldOf(fields, "labels") ?? {};
  if (!isFields(labels)) reader.wrongType([...path, "labels"], "an object", labels);
  const pairs = pairsOf(labels).map(([key]) => {
    const value = reader.text(labels, key, [...path, "labels"]) ?? "";
    reader.label(key, [value], [...path, "labels", key]);
    return [key, value] as const;
  });
  return Object.fromEntries(pairs);
}

function portsOf(reader: RailsReader, fields: Fields, path: Path): Preset["ports"] {
  const ports = fieldOf(fields, "ports") ?? {};
  if (!isFields(ports)) reader.wrongType([...path, "ports"], "an object", ports);
  return Object.fromEntries(pairsOf(ports).map(([key]) => [key, reader.wholeNumber(ports, key, [...path, "ports"], [1, 65_535]) ?? 0] as const));
}

function once<T>(reader: RailsReader, field: string, items: readonly T[], nameOf: (item: T) => string): void {
  const seen = new Set<string>();
  items.forEach((item, at) => {
    const name = nameOf(item);
    if (seen.has(name)) reader.problem([field, at], "twice", { name });
    seen.add(name);
  });
}
