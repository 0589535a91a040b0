import type { SchemaCode, ValidationCode, ValidationFinding, WebhookCode } from "@/lib/domain/preview/finding";
import { unquotedAddressWords } from "./document-words";

type Values = ValidationFinding["values"];
type Clause = string | ((values: Values) => string);

/** A name with more letters than an object can have. */
export function longNameWords(letters: number, most: number): string {
  return `the name has ${letters} letters, and may have ${most} at most.`;
}

const LABEL_VALUE = "letters, digits, dashes, dots and underscores, with a letter or digit at both ends";

/** A value with slashes for a label of a locality, and the value to write. */
export function slashedLabelValue(value: string, instead: string): string {
  return `${quoted(value)}: a label value cannot have a slash. Write ${instead}: Istio reads the dots as slashes.`;
}

const SCHEMA: Readonly<Record<SchemaCode, Clause>> = {
  required: ({ field = "" }) => `${field} is missing. Add it.`,
  "wrong-type": ({ found = "", wanted = "", unquoted = "" }) =>
    unquoted === "" ? `this is ${found}, and has to be ${wanted}.` : unquotedAddressWords(unquoted),
  "unknown-field": ({ field = "", near = "" }) => `there is no field ${field} here.${near === "" ? "" : ` Did you mean ${near}?`}`,
  "unknown-value": ({ value = "", values = "" }) => `${quoted(value)} is none of ${values}.`,
  "too-long": ({ most = "" }) => `it may have ${most} letters at most.`,
  "too-short": ({ least = "" }) => `it needs ${least === "1" ? "a letter" : `${least} letters`} at least.`,
  "too-few": ({ least = "" }) => `the list needs ${least === "1" ? "one item" : `${least} items`} at least.`,
  "too-many": ({ most = "" }) => `there may be ${most} of them at most.`,
  "too-small": ({ least = "" }) => `it has to be ${least} or more.`,
  "too-large": ({ most = "" }) => `it has to be ${most} or less.`,
  "duplicate-item": ({ key = "", value = "" }) => `another item has the ${key} ${quoted(value)} already. Give this one its own.`,
  "object-name": ({ name = "", most = "253" }) =>
    name.length > Number(most)
      ? longNameWords(name.length, Number(most))
      : `${quoted(name)} is no name: write lower-case letters, digits and dashes, with a letter or digit at both ends.`,
  "label-key": ({ key = "" }) => `${quoted(key)} is no key of a label: at most 63 of ${LABEL_VALUE}, behind a domain name and a slash if need be.`,
  "label-value": ({ value = "", instead = "" }) =>
    instead === "" ? `${quoted(value)} is no value of a label: at most 63 of ${LABEL_VALUE}.` : slashedLabelValue(value, instead),
  "port-range": ({ port = "" }) => `${port} is no port: write a number from 1 to 65535.`,
  "port-name": ({ name = "" }) => `${quoted(name)} is no name of a port: write letters, digits and dashes, with a letter or digit at both ends.`,
  "port-name-missing": "each port needs a name where there are several.",
  "wildcard-host": "a host cannot be * alone. Write a domain behind it, such as *.example.com.",
  "wildcard-selector": "a selector knows no *. Write the whole value, or leave the label out.",
  "selector-and-endpoints": "workloadSelector and endpoints exclude each other, also where one of them is empty. Take one away.",
  "ranges-need-static": ({ resolution = "" }) => `an address with a / needs resolution NONE or STATIC, not ${resolution}.`,
  "none-with-endpoints": "resolution NONE (or none written) takes no endpoints. Set STATIC or DNS, or take the endpoints away.",
  "round-robin-one": "DNS_ROUND_ROBIN takes one endpoint. Set DNS for several.",
  "address-required": "address is missing. Write one, or a network whose gateway leads to it.",
  "socket-relative": "the path behind unix:// begins with / or @.",
  "socket-folder": "a socket is a file: the path does not end with /.",
  "socket-ports": ({ address = "" }) => `${quoted(address)} is a socket, which has no ports. Take them away.`,
  "two-methods": ({ methods = "" }) => `a probe has one method, and this has several: ${methods}. Keep one.`,
  "probe-scheme": ({ scheme = "" }) => `${quoted(scheme)} is neither HTTP nor HTTPS, in capitals.`,
};

const WEBHOOK: Readonly<Record<WebhookCode, Clause>> = {
  "empty-address": "address is empty, and no network is named. Write an address.",
  "address-only-network": ({ network = "" }) =>
    `there is no address. Callers in other networks need a gateway of network ${quoted(network)}. Callers in ${quoted(network)} get no usable address.`,
  "socket-empty": "there is no path behind unix://.",
  "socket-path": ({ path = "" }) => `${quoted(path)} is no absolute path of a file.`,
  "not-an-address": ({ address = "", meant = "" }) => `${quoted(address)} is neither an IP address nor a host name.${meant === "" ? "" : ` Write ${meant}.`}`,
  "not-an-ip": ({ address = "", meant = "" }) =>
    `${quoted(address)} is no IP address. ${meant === "" ? "For host names set resolution DNS." : `Write ${meant}.`}`,
  "tag-key": ({ key = "" }) => `${quoted(key)} is no key of a label.`,
  "tag-value": ({ value = "", instead = "" }) =>
    instead === "" ? `${quoted(value)} is no value of a label: ${LABEL_VALUE}.` : slashedLabelValue(value, instead),
  "endpoint-port-unknown": ({ name = "" }) => `the ServiceEntry has no port of the name ${quoted(name)}. Name one of its ports.`,
  "socket-one-port": "a socket as endpoint needs a ServiceEntry with exactly one port.",
  "selector-empty-key": "a label of a selector needs a key.",
  "selector-without-labels": "the selector has no labels: whether it then takes everybody in the namespace or nobody depends on istiod's version.",
  "host-shape": ({ host = "", part = "" }) =>
    part === "" || part === host ? `${quoted(host)} is no host name.` : `${quoted(host)} is no host name: ${quoted(part)} in it is wrong.`,
  "partial-wildcard": ({ host = "" }) => `${quoted(host)}: a * stands alone before the first dot, except with DYNAMIC_DNS.`,
  "not-a-range": ({ address = "" }) => `${quoted(address)} is no range of addresses.`,
  "unknown-protocol": ({ protocol = "" }) => `${quoted(protocol)} is no protocol that Istio knows, such as HTTP, HTTP2, GRPC, TLS or TCP.`,
  "addresses-for-tcp": "a TCP port needs addresses, as a label of this object switches automatic ones off.",
  "none-with-selector": "a workloadSelector does nothing for callers with resolution NONE (or none written). Set STATIC.",
  "dns-needs-name": ({ host = "", mode = "" }) =>
    `with resolution ${mode} and no endpoints callers look ${quoted(host)} up, which is no whole host name. Name endpoints, or write the host out.`,
  "several-hosts-with-address": "several hosts share addresses and a TCP port: nobody can tell which is called.",
  "several-hosts-with-tcp": ({ protocol = "" }) =>
    `several hosts share a port with ${protocol}, in which a request names no host. Use HTTP or TLS, one host, or resolution NONE.`,
  "dynamic-needs-wildcard": ({ host = "" }) => `${quoted(host)} has no wildcard: with DYNAMIC_DNS each host begins with *.`,
  "dynamic-without-addresses": "DYNAMIC_DNS takes no addresses.",
  "dynamic-without-endpoints": "DYNAMIC_DNS takes no endpoints.",
  "dynamic-protocol": ({ protocol = "" }) => `DYNAMIC_DNS takes HTTP, HTTP2, GRPC and TLS only, not ${protocol}.`,
  "export-twice": ({ place = "" }) => `${place} stands there twice.`,
  "export-own-twice": ({ place = "" }) => `. is the own namespace, and ${place} stands there too. Keep one.`,
  "export-all-and-some": "* together with other values. Keep * alone, or take it away.",
  "export-none-and-some": "~ (nobody) together with other values. Keep ~ alone, or take it away.",
  "export-shape": ({ written = "" }) => `${quoted(written)} is none of ".", "*", "~" and the name of a namespace.`,
  "probe-method": ({ method = "" }) =>
    method === ""
      ? "the probe has no method. Write httpGet, tcpSocket or exec."
      : `the probe's method ${method}, which it does not know. Write httpGet, tcpSocket or exec.`,
  "probe-command": "the command is empty.",
  "probe-header": ({ name = "" }) => `${quoted(name)} is no name of a header: letters, digits and dashes.`,
};

/** What the API server or Istio's webhook would say at one line, in one message with the way out. */
export function findingWords({ by, level, code, values }: Pick<ValidationFinding, "by" | "level" | "code" | "values">): string {
  const clause = clauseOf(code);
  const said = typeof clause === "string" ? clause : clause(values);
  if (level === "warns") return `Istio's webhook warns: ${said}`;
  return by === "webhook" ? `Istio's webhook refuses this: ${said}` : `The API server refuses this: ${said}`;
}

function clauseOf(code: ValidationCode): Clause {
  return code in SCHEMA ? SCHEMA[code as SchemaCode] : WEBHOOK[code as WebhookCode];
}

function quoted(text: string): string {
  return `"${text}"`;
}
