/** Where something stands in a document: keys of objects and places in lists. */
export type Path = readonly (string | number)[];

/** Who speaks: the schema of the API server, or what Istio's webhook adds to it (docs/istio.md#definitions, #webhook). */
type ValueCheck = "schema" | "webhook";

/** What is wrong, or only odd, at one place of a document; the values stand in its words. */
export interface Finding {
  readonly path: Path;
  readonly by: ValueCheck;
  readonly level: "refuses" | "warns";
  readonly code: FindingCode;
  readonly values: Readonly<Record<string, string>>;
}

export type FindingCode = SchemaCode | WebhookCode;

/** What the schema, its rules and the API server itself check. */
export type SchemaCode =
  | "required"
  | "wrong-type"
  | "unknown-field"
  | "unknown-value"
  | "too-long"
  | "too-short"
  | "too-few"
  | "too-many"
  | "too-small"
  | "too-large"
  | "duplicate-item"
  | "object-name"
  | "label-key"
  | "label-value"
  | "port-range"
  | "port-name"
  | "port-name-missing"
  | "wildcard-host"
  | "wildcard-selector"
  | "selector-and-endpoints"
  | "ranges-need-static"
  | "none-with-endpoints"
  | "round-robin-one"
  | "address-required"
  | "socket-relative"
  | "socket-folder"
  | "socket-ports"
  | "two-methods"
  | "probe-scheme";

/** What Istio's webhook checks beyond that. */
export type WebhookCode =
  | "empty-address"
  | "address-only-network"
  | "socket-empty"
  | "socket-path"
  | "not-an-address"
  | "not-an-ip"
  | "tag-key"
  | "tag-value"
  | "endpoint-port-unknown"
  | "socket-one-port"
  | "selector-empty-key"
  | "selector-without-labels"
  | "host-shape"
  | "partial-wildcard"
  | "not-a-range"
  | "unknown-protocol"
  | "addresses-for-tcp"
  | "none-with-selector"
  | "dns-needs-name"
  | "several-hosts-with-address"
  | "several-hosts-with-tcp"
  | "dynamic-needs-wildcard"
  | "dynamic-without-addresses"
  | "dynamic-without-endpoints"
  | "dynamic-protocol"
  | "export-twice"
  | "export-own-twice"
  | "export-all-and-some"
  | "export-none-and-some"
  | "export-shape"
  | "probe-method"
  | "probe-command"
  | "probe-header";

/** A finding of the schema. */
export function bySchema(path: Path, code: SchemaCode, values: Finding["values"] = {}): Finding {
  return { path, by: "schema", level: "refuses", code, values };
}

/** A refusal of the webhook. */
export function byWebhook(path: Path, code: FindingCode, values: Finding["values"] = {}): Finding {
  return { path, by: "webhook", level: "refuses", code, values };
}

/** What the webhook says beside taking it. */
export function warning(path: Path, code: WebhookCode, values: Finding["values"] = {}): Finding {
  return { path, by: "webhook", level: "warns", code, values };
}
