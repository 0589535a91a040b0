import { MAX_OBJECT_NAME_LENGTH } from "@/lib/domain/object/kubernetes-object";
import { type DocumentPath, schemaError, type ValidationFinding } from "./finding";
import { documentShapeOfKind, type EditableKind } from "./kind-shapes";
import { isDnsLabel } from "./names";
import { serviceEntrySchemaFindings, serviceEntryWebhookFindings } from "./service-entry-rules";
import { labelSchemaFindings, serviceFindings } from "./service-rules";
import { shapeFindings } from "./shape";
import { asPairs, asText, fieldValue } from "./values";
import { groupSchemaFindings, groupWebhookFindings, workloadSchemaFindings, workloadWebhookFindings } from "./workload-rules";

const SPEC: DocumentPath = ["spec"];

/**
 * Predicts the findings of the API server's schema and Istio's webhook for a document (docs/istio.md#definitions, #webhook). Not all rules are
 * checked: only a dry run checks everything. The webhook sees only documents that pass the schema. If both reject one path, only the schema's finding
 * is returned.
 */
export function validateDocument(kind: EditableKind, document: unknown, namespace: string): readonly ValidationFinding[] {
  const schema = [
    ...shapeFindings(document, documentShapeOfKind(kind)),
    ...metadataFindings(kind, document),
    ...schemaRules(kind, fieldValue(document, "spec")),
  ];
  const said = new Set(schema.map(({ path }) => JSON.stringify(path)));
  return [...schema, ...webhookRules(kind, document, namespace).filter(({ path }) => !said.has(JSON.stringify(path)))];
}

function schemaRules(kind: EditableKind, spec: unknown): readonly ValidationFinding[] {
  switch (kind) {
    case "Service":
      return serviceFindings(spec);
    case "ServiceEntry":
      return serviceEntrySchemaFindings(spec);
    case "WorkloadEntry":
      return workloadSchemaFindings(spec, SPEC, "entry");
    case "WorkloadGroup":
      return groupSchemaFindings(spec);
  }
}

function webhookRules(kind: EditableKind, document: unknown, namespace: string): readonly ValidationFinding[] {
  const spec = fieldValue(document, "spec");
  switch (kind) {
    case "Service":
      return [];
    case "ServiceEntry":
      return serviceEntryWebhookFindings(spec, fieldValue(fieldValue(document, "metadata"), "labels"), namespace);
    case "WorkloadEntry":
      return workloadWebhookFindings(spec, SPEC, false);
    case "WorkloadGroup":
      return groupWebhookFindings(spec);
  }
}

const LONGEST_DNS_LABEL = 63;
const SUBDOMAIN = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
/** A Service name is a label of its host name: it starts with a letter and contains no dot. */
const SERVICE_NAME = /^[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
function metadataFindings(kind: EditableKind, document: unknown): readonly ValidationFinding[] {
  const metadata = fieldValue(document, "metadata");
  const [name, namespace] = [fieldValue(metadata, "name"), fieldValue(metadata, "namespace")];
  const most = kind === "Service" ? LONGEST_DNS_LABEL : MAX_OBJECT_NAME_LENGTH;
  const isNamed = (text: string) => text.length <= most && (kind === "Service" ? SERVICE_NAME : SUBDOMAIN).test(text);
  return [
    ...(metadata !== undefined && (name === undefined || name === null) ? [schemaError(["metadata"], "required", { field: "name" })] : []),
    ...(typeof name === "string" && !isNamed(name) ? [schemaError(["metadata", "name"], "object-name", { name, most: String(most) })] : []),
    ...(typeof namespace === "string" && !isDnsLabel(namespace)
      ? [schemaError(["metadata", "namespace"], "object-name", { name: namespace, most: String(LONGEST_DNS_LABEL) })]
      : []),
    ...asPairs(fieldValue(metadata, "labels")).flatMap(([key, value]) => labelSchemaFindings(key, asText(value), ["metadata", "labels"])),
  ];
}
