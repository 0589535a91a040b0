import { invalid, notImplemented, type StatusCause } from "./status-errors";

/**
 * Checks the options that every write has. Place of dry run: `dryRun=All` answers 501 and writes nothing until it is served.
 * `fieldValidation` is accepted and not yet acted on: definitions have no schema to compare with.
 */
export function checkWriteOptions(query: URLSearchParams, kind: string, fromBody: readonly string[] = []): void {
  const asked = [...query.getAll("dryRun"), ...fromBody].filter((value) => value !== "");
  if (asked.length === 0) return;
  if (asked.some((value) => value !== "All")) throw invalid({ group: "meta.k8s.io", kind }, "", [unsupported(asked)]);
  throw notImplemented("dryRun");
}

function unsupported(values: readonly string[]): StatusCause {
  return { reason: "FieldValueNotSupported", message: `Unsupported value: ${JSON.stringify(values)}: supported values: "All"`, field: "dryRun" };
}
