import { invalid, type StatusCause } from "./status-errors";

export type FieldValidation = "Ignore" | "Warn" | "Strict";

export interface WriteOptions {
  readonly isDryRun: boolean;
  readonly fieldValidation: FieldValidation;
  /** Server-side apply takes over fields that others own. */
  readonly isForced: boolean;
}

type OptionsKind = "CreateOptions" | "UpdateOptions" | "PatchOptions" | "DeleteOptions" | "ApplyOptions";

const validations = ["", "Ignore", "Strict", "Warn"];

/** Reads the options that every write has. `fromBody`: the dry run that DeleteOptions ask for. Throws 422. */
export function readWriteOptions(query: URLSearchParams, kind: OptionsKind, fromBody: readonly string[] = []): WriteOptions {
  const isApply = kind === "ApplyOptions";
  const dryRun = [...query.getAll("dryRun"), ...fromBody].filter((value) => value !== "");
  const fieldValidation = query.get("fieldValidation") ?? "";
  const force = query.get("force");
  const causes = [
    ...(isApply && (query.get("fieldManager") ?? "") === "" ? [required("fieldManager", "is required for apply patch")] : []),
    ...(kind === "PatchOptions" && force !== null ? [forbidden("force", "may not be specified for non-apply patch")] : []),
    ...managerCauses(query.get("fieldManager") ?? ""),
    ...(dryRun.some((value) => value !== "All") ? [unsupported("dryRun", dryRun, ["All"])] : []),
    ...(validations.includes(fieldValidation) ? [] : [unsupported("fieldValidation", fieldValidation, validations)]),
  ];
  if (causes.length > 0) throw invalid({ group: "meta.k8s.io", kind: isApply ? "PatchOptions" : kind }, "", causes);
  return { isDryRun: dryRun.length > 0, fieldValidation: fieldValidation === "" ? "Warn" : (fieldValidation as FieldValidation), isForced: isTrue(force) };
}

function isTrue(value: string | null): boolean {
  return value !== null && value !== "false" && value !== "0";
}

function managerCauses(manager: string): StatusCause[] {
  const field = "fieldManager";
  if (manager.length > 128) return [{ reason: "FieldValueTooLong", message: "Too long: may not be more than 128 bytes", field }];
  const characters = [...manager];
  const position = characters.findIndex((character) => !/[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character));
  if (position < 0) return [];
  const code = (characters[position]?.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  const shown = JSON.stringify(manager).replaceAll("\\u0007", "\\a").replaceAll("\\u000b", "\\v");
  return [{ reason: "FieldValueInvalid", message: `Invalid value: ${shown}: invalid character U+${code} (at position ${position})`, field }];
}

function required(field: string, why: string): StatusCause {
  return { reason: "FieldValueRequired", message: `Required value: ${why}`, field };
}

/** The cause of a field that must not be set. */
export function forbidden(field: string, why: string): StatusCause {
  return { reason: "FieldValueForbidden", message: `Forbidden: ${why}`, field };
}

function unsupported(field: string, value: unknown, supported: readonly string[]): StatusCause {
  const list = supported.map((item) => JSON.stringify(item)).join(", ");
  return { reason: "FieldValueNotSupported", message: `Unsupported value: ${JSON.stringify(value)}: supported values: ${list}`, field };
}
