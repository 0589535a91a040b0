import { dottedLocalitySuggestion } from "@/lib/domain/localities/locality";
import { type DocumentPath, schemaError, type ValidationFinding } from "./finding";
import { isDnsLabel, isLabelKey, isLabelValue } from "./names";
import { asItems, asPairs, asText, fieldValue } from "./values";

const PORTS: DocumentPath = ["spec", "ports"];
/** A named targetPort is an IANA service name: at most 15 characters, at least one letter, no two dashes together. */
const TARGET_NAME = /^(?=.*[a-z])(?!.*--)[a-z0-9](?:[-a-z0-9]{0,13}[a-z0-9])?$/;

/** Returns Kubernetes' errors for the fields of a Service that decide its endpoints. Istio's webhook does not check Services. */
export function serviceFindings(spec: unknown): readonly ValidationFinding[] {
  const ports = asItems(fieldValue(spec, "ports"));
  const needsPorts = fieldValue(spec, "type") !== "ExternalName" && fieldValue(spec, "clusterIP") !== "None";
  return [
    ...(needsPorts && ports.length === 0 ? [schemaError(["spec"], "required", { field: "ports" })] : []),
    ...ports.flatMap((port, at) => portFindings(port, at, ports)),
    ...asPairs(fieldValue(spec, "selector")).flatMap(([key, value]) => labelSchemaFindings(key, asText(value), ["spec", "selector"])),
  ];
}

function portFindings(port: unknown, at: number, ports: readonly unknown[]): readonly ValidationFinding[] {
  const path = [...PORTS, at];
  const [name, number, target] = [fieldValue(port, "name"), fieldValue(port, "port"), fieldValue(port, "targetPort")];
  const findings: ValidationFinding[] = [];
  if (name === undefined && ports.length > 1) findings.push(schemaError(path, "port-name-missing"));
  if (typeof name === "string" && !isDnsLabel(name)) findings.push(schemaError([...path, "name"], "port-name", { name }));
  if (typeof name === "string" && ports.slice(0, at).some((other) => fieldValue(other, "name") === name)) {
    findings.push(schemaError([...path, "name"], "duplicate-item", { key: "name", value: name }));
  }
  if (typeof number === "number" && (number < 1 || number > 65_535)) findings.push(schemaError([...path, "port"], "port-range", { port: String(number) }));
  if (typeof target === "number" && (target < 1 || target > 65_535))
    findings.push(schemaError([...path, "targetPort"], "port-range", { port: String(target) }));
  if (typeof target === "string" && !TARGET_NAME.test(target)) findings.push(schemaError([...path, "targetPort"], "port-name", { name: target }));
  const protocol = asText(fieldValue(port, "protocol")) || "TCP";
  const isSame = (other: unknown) => fieldValue(other, "port") === number && (asText(fieldValue(other, "protocol")) || "TCP") === protocol;
  if (number !== undefined && ports.slice(0, at).some(isSame)) {
    findings.push(schemaError([...path, "port"], "duplicate-item", { key: "port", value: `${String(number)}/${protocol}` }));
  }
  return findings;
}

/** Returns the API server's errors for one label. */
export function labelSchemaFindings(key: string, value: string, path: DocumentPath): readonly ValidationFinding[] {
  return [
    ...(isLabelKey(key) ? [] : [schemaError([...path, key], "label-key", { key })]),
    ...(isLabelValue(value) ? [] : [schemaError([...path, key], "label-value", { value, ...dottedLocalitySuggestion(key, value) })]),
  ];
}
