import { badRequest, invalid, type StatusCause } from "./status-errors";

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
  const causes = isWatch ? watchCauses(options) : listCauses(options);
  if (causes.length > 0) throw invalid({ group: "meta.k8s.io", kind: "ListOptions" }, "", causes);
  return options;
}

function listCauses(options: ListOptions): StatusCause[] {
  const { match, resourceVersion } = options;
  if (options.sendInitialEvents !== null) return [forbiddenField("sendInitialEvents", "sendInitialEvents is forbidden for list")];
  if (match === "") return [];
  if (match !== "Exact" && match !== "NotOlderThan") return [unsupportedMatch(match)];
  if (resourceVersion === "") return [forbiddenField("resourceVersionMatch", "resourceVersionMatch is forbidden unless resourceVersion is provided")];
  if (options.continue !== "") return [forbiddenField("resourceVersionMatch", "resourceVersionMatch is forbidden when continue is provided")];
  if (match === "Exact" && resourceVersion === "0") {
    return [forbiddenField("resourceVersionMatch", 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"')];
  }
  return [];
}

function watchCauses(options: ListOptions): StatusCause[] {
  const { match, sendInitialEvents } = options;
  if (sendInitialEvents === null) {
    return match === "" ? [] : [forbiddenField("resourceVersionMatch", "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided")];
  }
  if (match === "") return [forbiddenField("resourceVersionMatch", "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan")];
  if (match !== "NotOlderThan") {
    return [{ reason: "FieldValueNotSupported", message: `Unsupported value: "${match}": supported values: "NotOlderThan"`, field: "resourceVersionMatch" }];
  }
  return [];
}

function forbiddenField(field: string, why: string): StatusCause {
  return { reason: "FieldValueForbidden", message: `Forbidden: ${why}`, field };
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
  return Number(text);
}

function isTrue(text: string | null): boolean {
  return text !== null && text !== "" && text !== "0" && text.toLowerCase() !== "false";
}
