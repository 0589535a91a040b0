import { expect, it } from "vitest";
import { probeReason, probeTarget } from "./probe-error";

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
