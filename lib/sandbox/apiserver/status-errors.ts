/** One entry of `details.causes` of a Status. */
export interface StatusCause {
  reason: string;
  message: string;
  field?: string;
}

export interface StatusDetails {
  name?: string;
  group?: string;
  kind?: string;
  uid?: string;
  causes?: StatusCause[];
  retryAfterSeconds?: number;
}

export interface Status {
  kind: "Status";
  apiVersion: "v1";
  metadata: { continue?: string };
  status: "Success" | "Failure";
  message?: string;
  reason?: string;
  details?: StatusDetails;
  code?: number;
}

/** Names a resource in an error: group and plural, as in `workloadentries.networking.istio.io`. */
export interface ResourceName {
  readonly group: string;
  readonly plural: string;
}

/** An answer that is not the one asked for. The router turns it into a Status, or into plain text where a real server does. */
export class ApiError extends Error {
  constructor(
    readonly status: Status,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(status.message ?? "");
  }
}

/** The server's plain-text 404 for a path that nothing serves. */
export class UnknownPath extends Error {}

export function failure(code: number, reason: string | null, message: string, details?: StatusDetails): ApiError {
  return new ApiError({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message,
    ...(reason === null ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
    code,
  });
}

function qualified(resource: ResourceName): string {
  return resource.group === "" ? resource.plural : `${resource.plural}.${resource.group}`;
}

function detailsOf(resource: ResourceName, name: string): StatusDetails {
  return { ...(name === "" ? {} : { name }), ...(resource.group === "" ? {} : { group: resource.group }), kind: resource.plural };
}

export const badRequest = (message: string): ApiError => failure(400, "BadRequest", message);

export const internalError = (message: string): ApiError => failure(500, null, message);

export const methodNotAllowed = (): ApiError => failure(405, "MethodNotAllowed", "the server does not allow this method on the requested resource", {});

/** 405 of a custom resource, which says which verb. */
export function notSupported(verb: string, resource: ResourceName): ApiError {
  return failure(405, "MethodNotAllowed", `${verb} is not supported on resources of kind "${qualified(resource)}"`, detailsOf(resource, ""));
}

export function notFound(resource: ResourceName, name: string): ApiError {
  return failure(404, "NotFound", `${qualified(resource)} "${name}" not found`, detailsOf(resource, name));
}

/** `isLeaving`: the object that has the name is being deleted. */
export function alreadyExists(resource: ResourceName, name: string, isLeaving = false): ApiError {
  const why = isLeaving ? "object is being deleted: " : "";
  return failure(409, "AlreadyExists", `${why}${qualified(resource)} "${name}" already exists`, detailsOf(resource, name));
}

export function conflict(resource: ResourceName, name: string, why: string): ApiError {
  return failure(409, "Conflict", `Operation cannot be fulfilled on ${qualified(resource)} "${name}": ${why}`, detailsOf(resource, name));
}

export const modifiedMeanwhile = "the object has been modified; please apply your changes to the latest version and try again";

export function forbidden(resource: ResourceName, name: string, why: string, causes?: StatusCause[]): ApiError {
  const subject = name === "" ? qualified(resource) : `${qualified(resource)} "${name}"`;
  return failure(403, "Forbidden", `${subject} is forbidden: ${why}`, { ...detailsOf(resource, name), ...(causes === undefined ? {} : { causes }) });
}

/** 422 with its causes. `subject` is a kind (`WorkloadEntry`) or, for some checks on storage, a plural. */
export function invalid(subject: { group: string; kind: string }, name: string, causes: StatusCause[]): ApiError {
  // The message says each once, the list as often as it was found.
  const parts = [...new Set(causes.map((cause) => `${cause.field ?? ""}: ${cause.message}`))];
  const list = parts.length === 1 ? parts[0] : `[${parts.join(", ")}]`;
  const kind = subject.group === "" ? subject.kind : `${subject.kind}.${subject.group}`;
  return failure(422, "Invalid", `${kind} "${name}" is invalid: ${list}`, {
    ...(name === "" ? {} : { name }),
    ...(subject.group === "" ? {} : { group: subject.group }),
    ...(subject.kind === "" ? {} : { kind: subject.kind }),
    causes,
  });
}

export function tooLargeRevision(asked: string, current: number): ApiError {
  const error = failure(504, "Timeout", `Timeout: Too large resource version: ${asked}, current: ${current}`, {
    causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
    retryAfterSeconds: 1,
  });
  return new ApiError(error.status, { "Retry-After": "1" });
}

export const tooOldRevision = (asked: number, oldest: number): ApiError => failure(410, "Expired", `too old resource version: ${asked} (${oldest})`);
