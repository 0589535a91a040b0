import { byWebhook, type Finding, type Path } from "./finding";
import { isDnsLabel } from "./names";

/** What the webhook refuses of `exportTo`: `.` its own namespace, `*` everybody, `~` nobody, else namespaces by name (docs/istio.md#webhook-serviceentries). */
export function exportFindings(exportTo: readonly string[], namespace: string, path: Path): readonly Finding[] {
  const known = new Set<string>();
  const findings: Finding[] = [];
  exportTo.forEach((written, index) => {
    const place = written === "." ? namespace : written;
    const at = [...path, index];
    if (known.has(place)) findings.push(written === place ? byWebhook(at, "export-twice", { place }) : byWebhook(at, "export-own-twice", { place }));
    else if (place === "*" || place === "~" || isDnsLabel(place)) known.add(place);
    else findings.push(byWebhook(at, "export-shape", { written }));
  });
  if (exportTo.length < 2) return findings;
  if (known.has("*")) findings.push(byWebhook([...path, exportTo.indexOf("*")], "export-all-and-some"));
  if (known.has("~")) findings.push(byWebhook([...path, exportTo.indexOf("~")], "export-none-and-some"));
  return findings;
}
