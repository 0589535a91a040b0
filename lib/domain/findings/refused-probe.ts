import type { Probe } from "@/lib/domain/workload-group";

/** The reason why Istio's webhook refuses a probe, null = it accepts it (pkg/config/validation/validation.go, validateReadinessProbe). */
export function refusedProbe({ method, command }: Probe): "grpc" | "no-method" | "no-command" | null {
  if (method === "grpc") return "grpc";
  if (method === "none") return "no-method";
  return method === "exec" && command.length === 0 ? "no-command" : null;
}
