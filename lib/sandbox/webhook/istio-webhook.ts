import type { Webhook } from "@/lib/sandbox/apiserver/admission";
import type { ObjectMeta } from "@/lib/sandbox/apiserver/kube-object";
import { entryFindings } from "./entry-rules";
import { errorText, type Findings, noFindings } from "./findings";
import { groupFindings } from "./group-rules";
import { fieldsOf } from "./reading";
import { serviceEntryFindings } from "./service-entry-rules";

/** istiod's validating webhook, as far as the kinds that make up a fleet go. */
export const istioWebhook: Webhook = {
  name: "rev.validation.istio.io",
  review: ({ spec, metadata }, { kind, group }) => {
    const found = group === "networking.istio.io" ? findingsOf(kind, fieldsOf(spec), metadata) : noFindings;
    const error = errorText(found.problems);
    return { refused: error === null ? null : `configuration is invalid: ${error}`, warnings: found.warnings };
  },
};

function findingsOf(kind: string, spec: Readonly<Record<string, unknown>>, metadata: ObjectMeta): Findings {
  switch (kind) {
    case "WorkloadEntry":
      return entryFindings(spec, false);
    case "WorkloadGroup":
      return groupFindings(spec);
    case "ServiceEntry":
      return serviceEntryFindings(spec, metadata);
    default:
      return noFindings;
  }
}
