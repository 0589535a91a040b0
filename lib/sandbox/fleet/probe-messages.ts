import type { Random } from "@/lib/sandbox/istiod/random";
import type { ProbeKind } from "./demo-groups";

/** What an agent's probe says when it fails, by the way it fails. */
export type Failure = "refused" | "timeout" | "error" | "envoy";

export const failures: readonly Failure[] = ["refused", "refused", "timeout", "error", "error", "envoy"];

/** A failing probe's message in the words of the Go libraries behind it. "" for a group without a probe: it has nothing to say. */
export function probeMessage(probe: ProbeKind, failure: Failure, address: string, port: number, random: Random): string {
  if (probe === "none") return "";
  if (failure === "envoy") return "failed to get readiness probe from envoy: server is not live, current state: INITIALIZING";
  const target = `${address}:${port}`;
  if (probe === "exec") return failure === "timeout" ? "signal: killed" : "exit status 1";
  if (probe === "tcp") return failure === "refused" ? `dial tcp ${target}: connect: connection refused` : `dial tcp ${target}: i/o timeout`;
  const url = probe === "http" ? `http://${target}/healthz` : `https://${target}/ready`;
  if (failure === "refused") return `Get "${url}": dial tcp ${target}: connect: connection refused`;
  if (failure === "timeout") return `Get "${url}": context deadline exceeded (Client.Timeout exceeded while awaiting headers)`;
  return `status code was not from [200,400), bad code ${random.pick([503, 503, 500, 502])}`;
}
