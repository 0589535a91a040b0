/** A probe error in two parts. */
export interface ProbeErrorParts {
  /** The last error of the message: "connection refused". */
  readonly reason: string;
  /** The port and path of the request, or the port of the connection: ":8080/healthz"; "" = the message has none. */
  readonly target: string;
}

/** Go's net/http puts the method and the address in front of an error, net puts the operation and the address in front. */
const REQUEST = /^(?:Get|Head|Post) "([^"]*)": /;
const CONNECTION = /^dial tcp \S*?(:\d+): (?:connect: )?/;

/** Splits the message of a probe into its last error and the target, which differs between machines only in the address. */
export function probeErrorParts(message: string): ProbeErrorParts {
  const url = REQUEST.exec(message)?.[1] ?? "";
  const error = message.replace(REQUEST, "");
  const port = CONNECTION.exec(error)?.[1] ?? "";
  return { reason: error.replace(CONNECTION, ""), target: url === "" ? port : portAndPath(url) };
}

function portAndPath(url: string): string {
  const [, port = "", path = ""] = /^[a-z]+:\/\/(?:\[[^\]]*\]|[^/:?]*)(:\d+)?(\/[^?#]*)?/.exec(url) ?? [];
  return `${port}${path}`;
}
