/** A path in a document: object keys and list indexes. */
export type DocumentPath = readonly (string | number)[];

/** The check that a finding predicts: the API server's schema or Istio's webhook (docs/istio.md#definitions, #webhook). */
type ValueCheck = "schema" | "webhook";

/** One error or warning at a path of a document. The message text contains `values`. */
export interface ValidationFinding {
  readonly path: DocumentPath;
  readonly by: ValueCheck;
  readonly level: "refuses" | "warns";
  readonly code: ValidationCode;
  readonly values: Readonly<Record<string, string>>;
}

export type ValidationCode = SchemaCode | WebhookCode;

/** Codes of the schema, its validation rules and the API server's own checks. */
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

/** Codes of checks that only Istio's webhook makes. */
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

/** Creates an error of the schema. */
export function schemaError(path: DocumentPath, code: SchemaCode, values: ValidationFinding["values"] = {}): ValidationFinding {
  return { path, by: "schema", level: "refuses", code, values };
}

/** Creates an error of the webhook. */
export function predictedWebhookError(path: DocumentPath, code: ValidationCode, values: ValidationFinding["values"] = {}): ValidationFinding {
  return { path, by: "webhook", level: "refuses", code, values };
}

/** Creates a warning of the webhook, which accepts the document. */
export function webhookWarning(path: DocumentPath, code: WebhookCode, values: ValidationFinding["values"] = {}): ValidationFinding {
  return { path, by: "webhook", level: "warns", code, values };
}
