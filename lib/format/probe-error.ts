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

/** True if the error of a probe is of a request over TLS. */
export function isHttpsProbe(message: string): boolean {
  return REQUEST.exec(message)?.[1]?.startsWith("https:") ?? false;
}

/** The longest error in a headline. The middle of a longer one is left out: the end names the cause. */
const LONGEST = 96;

/** Returns the error of a probe with the port and path that it probed: "connection refused on :8080/healthz". An empty message has no error. */
export function probeErrorText(message: string): string {
  if (message === "") return "the probe failed without a message";
  const target = probeTarget(message);
  const reason = probeReason(message)
    .replace(/ \(.*\)$/, "")
    .replace(/\.$/, "");
  return withoutMiddle(target === "" ? reason : `${reason} on ${target}`);
}

function withoutMiddle(text: string): string {
  const letters = [...text];
  return letters.length <= LONGEST ? text : `${letters.slice(0, LONGEST / 3).join("")}…${letters.slice(-(LONGEST / 3) * 2).join("")}`;
}

/** The beginnings of an explanation, by a part of the error. The errors are those of Go's net/http, net and exec, and of the agent. */
const CAUSES: readonly (readonly [error: RegExp, cause: (port: string, found: RegExpExecArray) => string])[] = [
  [/connection refused/, (port) => `${port === "" ? "The probed port" : `Port ${port}`} refuses connections.`],
  [/envoy|server is not live/, () => "Envoy on the machine is not ready."],
  [/x509|tls: |certificate/, () => "The certificate of the probed port is not valid."],
  [/i\/o timeout|deadline exceeded|timed out|signal: killed/, (port) => `${port === "" ? "The probe" : `Port ${port}`} gave no answer in time.`],
  [/no route to host|network is unreachable/, () => "The machine has no route to the probed address."],
  [/no such host/, () => "The probed host name does not resolve."],
  [/connection reset|EOF/, (port) => `${port === "" ? "The probed port" : `Port ${port}`} closed the connection.`],
  [/(?:bad code|HTTP(?: status)?) (\d{3})/, (_, [, code = ""]) => `The app answers with HTTP ${code}.`],
  [/exit status (\d+)/, (_, [, status = ""]) => `The probe command ends with exit status ${status}.`],
];

/** Returns the cause in the error of a probe as a sentence: "Port 8080 refuses connections." */
export function probeCauseText(message: string): string {
  if (message === "") return "The probe failed without a message.";
  const port = /^:(\d+)/.exec(probeTarget(message))?.[1] ?? "";
  for (const [error, cause] of CAUSES) {
    const found = error.exec(message);
    if (found !== null) return cause(port, found);
  }
  return "The health probe fails.";
}
