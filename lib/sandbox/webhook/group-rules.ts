import { portNumberFindings } from "./entry-rules";
import { type Findings, joined, listed, noFindings, problem } from "./findings";
import { labelProblems } from "./name-rules";
import { fieldsOf, itemsOf, pairsOf, textOf } from "./reading";

const counts = ["periodSeconds", "initialDelaySeconds", "timeoutSeconds", "successThreshold", "failureThreshold"];

/** Facts 2.2: a WorkloadGroup. Its template's address, ports and labels are not looked at. */
export function groupFindings(spec: Readonly<Record<string, unknown>>): Findings {
  if (spec.template === undefined) return problem("template is required");
  const labels = labelProblems(pairsOf(fieldsOf(spec.metadata).labels));
  if (labels.length > 0) return problem(`invalid labels: ${listed(labels)}`);
  return spec.probe === undefined ? noFindings : probeFindings(fieldsOf(spec.probe));
}

function probeFindings(probe: Readonly<Record<string, unknown>>): Findings {
  const negative = counts.filter((name) => Number(probe[name] ?? 0) < 0).map((name) => `${name} must be non-negative`);
  return joined(problem(...negative), methodFindings(probe));
}

function methodFindings(probe: Readonly<Record<string, unknown>>): Findings {
  if (probe.httpGet !== undefined) return httpFindings(fieldsOf(probe.httpGet));
  if (probe.tcpSocket !== undefined) return portNumberFindings(Number(fieldsOf(probe.tcpSocket).port));
  if (probe.exec !== undefined) return itemsOf(fieldsOf(probe.exec).command).length === 0 ? problem("exec.command is required") : noFindings;
  return problem(`unknown health check method ${probe.grpc === undefined ? "<nil>" : "*v1alpha3.ReadinessProbe_Grpc"}`);
}

function httpFindings(check: Readonly<Record<string, unknown>>): Findings {
  const scheme = textOf(check.scheme);
  const isKnown = ["", "HTTP", "HTTPS"].includes(scheme);
  const schemes = isKnown ? noFindings : problem('httpGet.scheme must be one of "HTTPS", "HTTP"');
  return joined(portNumberFindings(Number(check.port)), schemes, ...itemsOf(check.httpHeaders).map((header) => headerFindings(textOf(fieldsOf(header).name))));
}

function headerFindings(name: string): Findings {
  if (name === "") return problem("header name cannot be empty");
  return /^[-A-Za-z0-9]+$/.test(name) ? noFindings : problem(`header name ${name} is not a valid header name`);
}
