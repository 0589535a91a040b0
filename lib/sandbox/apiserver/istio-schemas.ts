/** Schemas of the Istio kinds, made from their facts: fields, limits and rules, and no prose. The same for every version. */

type Part = Readonly<Record<string, unknown>>;

const text = (maxLength?: number, ...rules: Part[]): Part => ({ type: "string", ...(maxLength === undefined ? {} : { maxLength }), ...withRules(rules) });
const list = (items: Part, limits: Part = {}): Part => ({ type: "array", items, ...limits });
const map = (values: Part, maxProperties: number, ...rules: Part[]): Part => ({
  type: "object",
  additionalProperties: values,
  maxProperties,
  ...withRules(rules),
});
const fields = (properties: Part, required: readonly string[] = [], ...rules: Part[]): Part => ({
  type: "object",
  properties,
  ...(required.length > 0 ? { required } : {}),
  ...withRules(rules),
});
const oneOfTexts = (...values: string[]): Part => ({ type: "string", enum: values });
const rule = (message: string, expression: string): Part => ({ message, rule: expression });

function withRules(rules: readonly Part[]): Part {
  return rules.length > 0 ? { "x-kubernetes-validations": rules } : {};
}

const unsigned: Part = { type: "integer", minimum: 0, maximum: 4_294_967_295 };
const port: Part = { ...unsigned, ...withRules([rule("port must be between 1-65535", "self >= 1 && self <= 65535")]) };
const seconds: Part = { type: "integer", format: "int32", minimum: 0 };

const address = text(
  256,
  rule("UDS must be an absolute path or abstract socket", '!self.startsWith("unix://") || self.substring(7, 8) in ["/", "@"]'),
  rule("UDS may not be a dir", '!(self.startsWith("unix://") && self.endsWith("/"))'),
);
const portName = "^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])?$";
const workloadFields: Part = {
  address,
  ports: map(port, 128, rule("port name must be valid", `self.all(name, size(name) <= 62 && name.matches("${portName}"))`)),
  labels: map(text(), 256),
  network: text(2048),
  locality: text(2048),
  weight: unsigned,
  serviceAccount: text(253),
};
const addressed = rule("Address is required", "has(self.address) || has(self.network)");
const portless = rule("UDS may not include ports", '!(has(self.address) && self.address.startsWith("unix://") && has(self.ports))');
const workload = fields(workloadFields, [], addressed, portless);

const methods = ["httpGet", "tcpSocket", "exec", "grpc"].map((name) => ({ required: [name] }));
const header = fields({ name: { type: "string", pattern: "^[-_A-Za-z0-9]+$" }, value: text() });
const scheme = text(undefined, rule("scheme must be one of [HTTP, HTTPS]", 'self in ["", "HTTP", "HTTPS"]'));
const probe: Part = {
  ...fields({
    initialDelaySeconds: seconds,
    timeoutSeconds: seconds,
    periodSeconds: seconds,
    successThreshold: seconds,
    failureThreshold: seconds,
    httpGet: fields({ path: text(), port, host: text(), scheme, httpHeaders: list(header) }, ["port"]),
    tcpSocket: fields({ host: text(), port }, ["port"]),
    exec: fields({ command: list({ type: "string", minLength: 1 }) }, ["command"]),
    grpc: fields({ port, service: text() }),
  }),
  oneOf: [{ not: { anyOf: methods } }, ...methods],
};

const servicePort = fields({ name: text(256), number: port, protocol: text(256), targetPort: port }, ["number", "name"]);
const servicePorts: Part = {
  ...list(servicePort, { maxItems: 256, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] }),
  ...withRules([rule("port number cannot be duplicated", "self.all(one, self.exists_one(other, one.number == other.number))")]),
};
const selectorValue = text(63, rule("wildcard is not supported in selector", '!self.contains("*")'));
const resolved = (values: string): string => `(!has(self.resolution) || self.resolution in [${values}])`;
const hasCidr = '(has(self.addresses) && self.addresses.exists(one, one.contains("/")))';

const specs: Readonly<Record<string, Part>> = {
  WorkloadEntry: workload,
  WorkloadGroup: fields(
    { metadata: fields({ labels: map(text(), 256), annotations: map(text(), 256) }), template: fields(workloadFields, [], portless), probe },
    ["template"],
  ),
  ServiceEntry: fields(
    {
      hosts: list(text(undefined, rule("hostname cannot be wildcard", 'self != "*"')), { minItems: 1, maxItems: 256 }),
      addresses: list(text(64), { maxItems: 256 }),
      ports: servicePorts,
      location: oneOfTexts("MESH_EXTERNAL", "MESH_INTERNAL"),
      resolution: oneOfTexts("NONE", "STATIC", "DNS", "DNS_ROUND_ROBIN", "DYNAMIC_DNS"),
      endpoints: list(workload, { maxItems: 4096 }),
      workloadSelector: fields({ labels: map(selectorValue, 256) }),
      exportTo: list(text()),
      subjectAltNames: list(text()),
    },
    ["hosts"],
    rule("only one of WorkloadSelector or Endpoints can be set", "!(has(self.workloadSelector) && has(self.endpoints))"),
    rule("CIDR addresses are allowed only for NONE/STATIC resolution types", `!${hasCidr} || ${resolved('"NONE", "STATIC"')}`),
    rule("NONE mode cannot set endpoints", `!has(self.endpoints) || !${resolved('"NONE"')}`),
    rule(
      "DNS_ROUND_ROBIN mode cannot have multiple endpoints",
      '!(has(self.resolution) && self.resolution == "DNS_ROUND_ROBIN" && has(self.endpoints) && size(self.endpoints) > 1)',
    ),
  ),
};

const time: Part = { type: "string", format: "date-time" };
const generation: Part = { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] };
const condition = fields({
  type: text(),
  status: text(),
  reason: text(),
  message: text(),
  lastProbeTime: time,
  lastTransitionTime: time,
  observedGeneration: generation,
});
const level = oneOfTexts("UNKNOWN", "ERROR", "WARNING", "INFO");
const finding = fields({ type: fields({ name: text(), code: text() }), level, documentationUrl: text() });
const status: Part = {
  ...fields({ conditions: list(condition), validationMessages: list(finding), observedGeneration: generation }),
  "x-kubernetes-preserve-unknown-fields": true,
};
const anything: Part = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

const schemas = new Map<string, Part>(Object.entries(specs).map(([kind, spec]) => [kind, fields({ spec, status }, ["spec"])]));

/** The `openAPIV3Schema` of a kind; one that takes anything for the kinds whose facts nothing here needs. */
export function istioSchema(kind: string): Part {
  return schemas.get(kind) ?? anything;
}
