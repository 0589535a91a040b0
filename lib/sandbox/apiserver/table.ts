import { builtinColumns, type CellReader } from "./builtin-columns";
import { durationSince } from "./duration";
import { metadataOf, viewOf } from "./encode";
import { isRecord } from "./kube-object";
import type { PrinterColumn, ResourceType } from "./resource-type";
import type { Stored } from "./stored";

export interface TableRequest {
  readonly type: ResourceType;
  readonly version: string;
  readonly items: readonly Stored[];
  readonly metadata: Record<string, unknown>;
  /** Milliseconds, for the Age column. */
  readonly now: number;
  readonly include: "None" | "Metadata" | "Object";
  readonly metaVersion: "v1" | "v1beta1";
}

/** Rows with the columns that `kubectl get` prints. */
export function tableOf(request: TableRequest): Record<string, unknown> {
  const columns = columnsOf(request.type);
  return {
    kind: "Table",
    apiVersion: `meta.k8s.io/${request.metaVersion}`,
    metadata: request.metadata,
    columnDefinitions: columns.map(({ name, type, format, description, priority }) => ({ name, type, format, description, priority })),
    rows: request.items.map((stored) => rowOf(stored, columns, request)),
  };
}

interface Column extends Omit<PrinterColumn, "jsonPath"> {
  readonly format: string;
  readonly read: CellReader;
}

function columnsOf(type: ResourceType): readonly Column[] {
  const name: Column = { name: "Name", type: "string", format: "name", description: "Name of the object", priority: 0, read: (object) => object.metadata.name };
  if (!type.custom) {
    return [name, ...builtinColumns(type.kind).map((column) => ({ ...column, format: "" }))];
  }
  const columns = type.columns.length > 0 ? type.columns : [ageColumn];
  return [name, ...columns.map((column) => ({ ...column, format: "", read: customReader(column) }))];
}

const ageColumn: PrinterColumn = {
  name: "Age",
  type: "date",
  description: "Time since the object was made",
  priority: 0,
  jsonPath: ".metadata.creationTimestamp",
};

function rowOf(stored: Stored, columns: readonly Column[], request: TableRequest): Record<string, unknown> {
  const cells = columns.map((column) => column.read(stored.object, request.now));
  if (request.include === "None") return { cells, object: null };
  const partial = { ...metadataOf(stored), apiVersion: `meta.k8s.io/${request.metaVersion}` };
  const object = request.include === "Object" ? viewOf(stored, request.type, request.version, "object") : partial;
  return { cells, object };
}

function customReader(column: PrinterColumn): CellReader {
  const path = column.jsonPath.split(".").filter((part) => part !== "");
  return (object, now) => {
    let value: unknown = object;
    for (const part of path) value = isRecord(value) ? value[part] : undefined;
    if (column.type === "date") return typeof value === "string" ? durationSince(value, now) : "<unknown>";
    if (value === undefined || value === null) return null;
    return typeof value === "object" ? JSON.stringify(value) : value;
  };
}
