import type { DocumentPath } from "@/lib/domain/preview/finding";
import { asPairs, asText, fieldValue } from "@/lib/domain/preview/values";
import type { DocumentEdit } from "./probe";

/** Returns the initial YAML text of a new group. Only its name is missing. */
export function initialGroupYaml(namespace: string): string {
  return `apiVersion: networking.istio.io/v1
kind: WorkloadGroup
metadata:
  name: ""
  namespace: ${JSON.stringify(namespace).replace(/^"([a-z][-a-z0-9]*)"$/, "$1")}
spec:
  metadata:
    labels:
      app: ""
  template:
    serviceAccount: ""
`;
}

/** The name, the labels for a selector and the ports of a group's machines. */
interface Reached {
  readonly name: string;
  readonly labels: readonly (readonly [string, string])[];
  readonly ports: readonly (readonly [string, number])[];
}

/** Returns the initial YAML text of a Service that selects the machines of a group. */
export function initialServiceYaml(group: unknown, namespace: string): string {
  const { name, labels, ports } = reachedBy(group);
  const written = ports.map(([port, number]) => `  - name: ${quoted(port)}\n    port: ${number}\n    targetPort: ${number}`);
  const selector = labels.map(([key, value]) => `    ${quoted(key)}: ${quoted(value)}`);
  const metadata = `metadata:\n  name: ${quoted(name)}\n  namespace: ${quoted(namespace)}`;
  return `apiVersion: v1\nkind: Service\n${metadata}\nspec:\n  selector:\n${selector.join("\n")}\n  ports:\n${written.join("\n")}\n`;
}

/**
 * Returns the initial YAML text of a ServiceEntry that selects the machines of a group. Only callers in its namespace receive it until the user changes that.
 */
export function initialServiceEntryYaml(group: unknown, namespace: string): string {
  const { name, labels, ports } = reachedBy(group);
  const written = ports.map(
    ([port, number]) => `  - name: ${quoted(port)}\n    number: ${number}\n    protocol: ${port.split("-")[0] === "http" ? "HTTP" : "TCP"}`,
  );
  const selector = labels.map(([key, value]) => `      ${quoted(key)}: ${quoted(value)}`);
  const metadata = `metadata:\n  name: ${quoted(name)}\n  namespace: ${quoted(namespace)}`;
  const host = `  hosts:\n  - ${quoted(`${name}.${namespace}.internal`)}\n  location: MESH_INTERNAL\n  resolution: STATIC\n  exportTo:\n  - "."`;
  const api = "apiVersion: networking.istio.io/v1\nkind: ServiceEntry";
  return `${api}\n${metadata}\nspec:\n${host}\n  ports:\n${written.join("\n")}\n  workloadSelector:\n    labels:\n${selector.join("\n")}\n`;
}

/** Returns the edit that makes a Service or ServiceEntry select a group's machines. It uses the labels of the initial text. */
export function selectorEdit(kind: "Service" | "ServiceEntry", group: unknown): DocumentEdit {
  const path: DocumentPath = kind === "Service" ? ["spec", "selector"] : ["spec", "workloadSelector", "labels"];
  return [path, Object.fromEntries(reachedBy(group).labels)];
}

/**
 * Returns the name, labels and ports for a new service. The selector has the label with the name of the application, or all labels if there is none:
 * a version among them would limit the service to that version. Template labels have precedence (docs/istio.md#label-order). Machines of a group
 * without labels still get a canonical name: the name of the group.
 */
function reachedBy(group: unknown): Reached {
  const spec = fieldValue(group, "spec");
  const name = asText(fieldValue(fieldValue(group, "metadata"), "name")) || "example";
  const labelsIn = (holder: string) => asPairs(fieldValue(fieldValue(spec, holder), "labels")).map(([key, value]) => [key, asText(value)] as const);
  const labels = [...new Map([...labelsIn("metadata"), ...labelsIn("template")])];
  const app = labels.filter(([key]) => key === "app" || key === "app.kubernetes.io/name").slice(0, 1);
  const ports = asPairs(fieldValue(fieldValue(spec, "template"), "ports")).flatMap(([port, number]) =>
    typeof number === "number" ? [[port, number] as const] : [],
  );
  const chosen = app.length > 0 ? app : labels;
  return { name, labels: chosen.length > 0 ? chosen : [["service.istio.io/canonical-name", name]], ports: ports.length > 0 ? ports : [["http", 8080]] };
}

/** Returns a text as a YAML scalar, in quotes unless it is a plain word. */
function quoted(text: string): string {
  return /^[a-z][-a-z0-9./]*$/i.test(text) && !/^(?:true|false|null|yes|no|on|off)$/i.test(text) ? text : JSON.stringify(text);
}
