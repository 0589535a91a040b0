import { PROBE_METHODS } from "@/lib/domain/workload-group";
import { bySchema, byWebhook, type Finding, type Path } from "./finding";
import { tagFindings } from "./names";
import { fieldOf, itemsOf, pairsOf, textOf } from "./values";
import { portFindings, workloadSchemaFindings } from "./workload-rules";

const PROBE: Path = ["spec", "probe"];

/** What the schema's rules refuse of a WorkloadGroup (docs/istio.md#group-fields). */
export function groupSchemaFindings(spec: unknown): readonly Finding[] {
  const probe = fieldOf(spec, "probe");
  const methods = PROBE_METHODS.filter((method) => fieldOf(probe, method) !== undefined);
  const scheme = fieldOf(fieldOf(probe, "httpGet"), "scheme");
  const isScheme = typeof scheme !== "string" || ["", "HTTP", "HTTPS"].includes(scheme);
  return [
    ...workloadSchemaFindings(fieldOf(spec, "template"), ["spec", "template"], "template"),
    ...(methods.length > 1 ? [bySchema([...PROBE, methods[1] ?? ""], "two-methods", { methods: methods.join(", ") })] : []),
    ...methods.flatMap((method) => portFindings(fieldOf(fieldOf(probe, method), "port"), [...PROBE, method, "port"])),
    ...(isScheme ? [] : [bySchema([...PROBE, "httpGet", "scheme"], "probe-scheme", { scheme })]),
  ];
}

/** What the webhook refuses of a WorkloadGroup: it looks at the labels of its entries and at its probe, not at its template (docs/istio.md#webhook-groups). */
export function groupWebhookFindings(spec: unknown): readonly Finding[] {
  const labels = tagFindings(pairsOf(fieldOf(fieldOf(spec, "metadata"), "labels")), ["spec", "metadata", "labels"]);
  const probe = fieldOf(spec, "probe");
  return probe === undefined ? labels : [...labels, ...probeFindings(probe)];
}

function probeFindings(probe: unknown): readonly Finding[] {
  const method = PROBE_METHODS.find((one) => fieldOf(probe, one) !== undefined);
  if (method === undefined || method === "grpc")
    return [byWebhook(method === undefined ? PROBE : [...PROBE, method], "probe-method", { method: method ?? "" })];
  if (method === "exec") {
    const isEmpty = itemsOf(fieldOf(fieldOf(probe, method), "command")).length === 0;
    return isEmpty ? [byWebhook([...PROBE, method, "command"], "probe-command")] : [];
  }
  return itemsOf(fieldOf(fieldOf(probe, method), "httpHeaders")).flatMap((header, at) => {
    const name = textOf(fieldOf(header, "name"));
    return /^[-A-Za-z0-9]+$/.test(name) ? [] : [byWebhook([...PROBE, method, "httpHeaders", at], "probe-header", { name })];
  });
}
