import { expect, it } from "vitest";
import { probeCauseText, probeErrorText, probeReason, probeTarget } from "./probe-error";

it.each([
  ['Get "http://10.20.1.14:8080/healthz": dial tcp 10.20.1.14:8080: connect: connection refused', "connection refused", ":8080/healthz"],
  ['Get "https://[2001:db8::5]:8443/ready?full=1": dial tcp [2001:db8::5]:8443: connect: no route to host', "no route to host", ":8443/ready"],
  [
    'Get "http://10.0.0.1/healthz": context deadline exceeded (Client.Timeout exceeded while awaiting headers)',
    "context deadline exceeded (Client.Timeout exceeded while awaiting headers)",
    "/healthz",
  ],
  ["dial tcp 10.0.0.1:5432: i/o timeout", "i/o timeout", ":5432"],
  ["HTTP 503", "HTTP 503", ""],
  ["", "", ""],
  ['Get "javascript:alert(1)": no', "no", ""],
])("splits the probe message %s", (message, reason, target) => expect([probeReason(message), probeTarget(message)]).toEqual([reason, target]));

it.each([
  [
    'Get "http://10.20.1.14:8080/healthz": dial tcp 10.20.1.14:8080: connect: connection refused',
    "connection refused on :8080/healthz",
    "Port 8080 refuses connections.",
  ],
  [
    'Get "http://10.0.0.1:8080/healthz": context deadline exceeded (Client.Timeout exceeded while awaiting headers)',
    "context deadline exceeded on :8080/healthz",
    "Port 8080 gave no answer in time.",
  ],
  ["dial tcp 10.0.0.1:5432: i/o timeout", "i/o timeout on :5432", "Port 5432 gave no answer in time."],
  ["status code was not from [200,400), bad code 503", "status code was not from [200,400), bad code 503", "The app answers with HTTP 503."],
  ["exit status 1", "exit status 1", "The probe command ends with exit status 1."],
  [
    "failed to get readiness probe from envoy: server is not live, current state: INITIALIZING",
    "failed to get readiness probe from envoy: server is not live, current state: INITIALIZING",
    "Envoy on the machine is not ready.",
  ],
  [
    'Get "https://10.0.0.1:8443/": x509: certificate has expired',
    "x509: certificate has expired on :8443/",
    "The certificate of the probed port is not valid.",
  ],
  ["", "the probe failed without a message", "The probe failed without a message."],
  ["disk full", "disk full", "The health probe fails."],
])("explains the probe message %s", (message, error, cause) => expect([probeErrorText(message), probeCauseText(message)]).toEqual([error, cause]));
