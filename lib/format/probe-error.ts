/** Go's net/http puts the method and the address in front of an error, net puts the operation and the address in front. */
const REQUEST = /^(?:Get|Head|Post) "([^"]*)": /;
const CONNECTION = /^dial tcp \S*?(:\d+): (?:connect: )?/;

/** Returns the last error in the message of a probe: "connection refused". */
export function probeReason(message: string): string {
  return message.replace(REQUEST, "").replace(CONNECTION, "");
}

/** Returns the port and path of the request, or the port of the connection: ":8080/healthz"; "" = the message has none. Only the address differs between machines. */
export function probeTarget(message: string): string {
  const url = REQUEST.exec(message)?.[1] ?? "";
  if (url === "") return CONNECTION.exec(message)?.[1] ?? "";
  const [, port = "", path = ""] = /^[a-z]+:\/\/(?:\[[^\]]*\]|[^/:?]*)(:\d+)?(\/[^?#]*)?/.exec(url) ?? [];
  return `${port}${path}`;
}
