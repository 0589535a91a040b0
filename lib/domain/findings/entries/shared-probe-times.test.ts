import { expect, it } from "vitest";
import type { Probe } from "@/lib/domain/workload-group";
import { firstReportMs } from "./shared-probe-times";

const UNSET = { initialDelaySeconds: null, timeoutSeconds: null, periodSeconds: null, successThreshold: null, failureThreshold: null };
const probe = (own: Partial<Probe>): Probe => ({ method: "tcpSocket", port: 1, path: "", scheme: "", host: "", command: [], ...UNSET, ...own });

it.each([
  { of: "no probe, as the agent has it by default", probe: null, seconds: 26 },
  { of: "one that sets nothing", probe: probe({}), seconds: 26 },
  { of: "zeros, which are not set", probe: probe({ periodSeconds: 0, failureThreshold: 0 }), seconds: 26 },
  { of: "three failures", probe: probe({ periodSeconds: 5, failureThreshold: 3, timeoutSeconds: 2 }), seconds: 32 },
  { of: "a delay and two successes", probe: probe({ initialDelaySeconds: 60, successThreshold: 2 }), seconds: 96 },
])("a first report comes within $seconds s with $of", ({ probe: of, seconds }) => {
  expect(firstReportMs(of)).toBe(seconds * 1000);
});
