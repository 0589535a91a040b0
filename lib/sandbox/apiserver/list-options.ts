import { badRequest, invalid, type StatusCause } from "./status-errors";
import { forbidden } from "./write-options";

/** The query of a list or watch, checked. */
export interface ListOptions {
  readonly limit: number;
  readonly continue: string;
  readonly resourceVersion: string;
  readonly match: "" | "Exact" | "NotOlderThan";
  readonly timeoutSeconds: number | null;
  readonly allowBookmarks: boolean;
  readonly sendInitialEvents: boolean | null;
}

/** Reads and validates a list or watch query. Throws 400 for numbers that are none, 422 for combinations that are not allowed. */
export function parseListOptions(query: URLSearchParams, isWatch: boolean): ListOptions {
  const send = query.get("sendInitialEvents");
  const options: ListOptions = {
    limit: integer(query.get("limit")) ?? 0,
    continue: query.get("continue") ?? "",
    resourceVersion: query.get("resourceVersion") ?? "",
    match: (query.get("resourceVersionMatch") ?? "") as ListOptions["match"],
    timeoutSeconds: integer(query.get("timeoutSeconds")),
    allowBookmarks: isTrue(query.get("allowWatchBookmarks")),
    sendInitialEvents: send === null || send === "" ? null : isTrue(send),
  };
  if (isWatch && options.sendInitialEvents === null && options.match === "" && isAnyVersion(options.resourceVersion)) return fromStart(options);
  const causes = isWatch ? watchCauses(options) : listCauses(options);
  if (causes.length > 0) throw invalidOptions(causes);
  return options;
}

function isAnyVersion(resourceVersion: string): boolean {
  return resourceVersion === "" || resourceVersion === "0";
}

/** A watch from any version begins with the present state, as if its client had asked for that. */
function fromStart(options: ListOptions): ListOptions {
  if (options.continue !== "") throw invalidOptions([continueForbidden]);
  return { ...options, sendInitialEvents: true, match: "NotOlderThan" };
}

const continueForbidden = forbidden("resourceVersionMatch", "resourceVersionMatch is forbidden when continue is provided");

function invalidOptions(causes: StatusCause[]): Error {
  return invalid({ group: "meta.k8s.io", kind: "ListOptions" }, "", causes);
}

function listCauses(options: ListOptions): StatusCause[] {
  const { match, resourceVersion } = options;
  if (options.sendInitialEvents !== null) return [forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list")];
  if (match === "") return [];
  const exactZero = forbidden("resourceVersionMatch", 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"');
  return [
    ...(resourceVersion === "" ? [forbidden("resourceVersionMatch", "resourceVersionMatch is forbidden unless resourceVersion is provided")] : []),
    ...(options.continue === "" ? [] : [continueForbidden]),
    ...(match === "Exact" || match === "NotOlderThan" ? [] : [unsupportedMatch(match)]),
    ...(match === "Exact" && resourceVersion === "0" ? [exactZero] : []),
  ];
}

function watchCauses(options: ListOptions): StatusCause[] {
  const { match, sendInitialEvents } = options;
  const field = "resourceVersionMatch";
  const wrongMatch =
    match === "" || match === "NotOlderThan"
      ? []
      : [{ reason: "FieldValueNotSupported", message: `Unsupported value: "${match}": supported values: "NotOlderThan"`, field }];
  const needless = match === "" ? [] : [forbidden(field, "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided")];
  if (sendInitialEvents === null) return [...needless, ...wrongMatch];
  const missing = match === "NotOlderThan" ? [] : [forbidden(field, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan")];
  return [...missing, ...wrongMatch, ...(options.continue === "" || match === "" ? [] : [continueForbidden])];
}

function unsupportedMatch(match: string): StatusCause {
  return {
    reason: "FieldValueNotSupported",
    message: `Unsupported value: "${match}": supported values: "Exact", "NotOlderThan", ""`,
    field: "resourceVersionMatch",
  };
}

function integer(text: string | null): number | null {
  if (text === null || text === "") return null;
  if (!/^[+-]?\d+$/.test(text)) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  if (!Number.isSafeInteger(Number(text))) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: value out of range`);
  return Number(text);
}

function isTrue(text: string | null): boolean {
  return text !== null && text !== "" && text !== "0" && text.toLowerCase() !== "false";
}
