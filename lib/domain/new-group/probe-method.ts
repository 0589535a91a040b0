import type { Path } from "@/lib/domain/preview/finding";
import { fieldOf, pairsOf } from "@/lib/domain/preview/values";

/** How a probe asks the application; `none` = nothing does. */
export type ProbeMethod = "httpGet" | "tcpSocket" | "exec" | "grpc" | "none";

const PROBE: Path = ["spec", "probe"];
const METHODS = ["httpGet", "tcpSocket", "exec", "grpc"] as const;

/** The method of a probe. One with numbers alone has none, and is refused. */
export function probeMethod(probe: unknown): ProbeMethod {
  return METHODS.find((method) => fieldOf(probe, method) !== undefined) ?? "none";
}

/** One change of a document: a value at a place, undefined = nothing there. */
export type Edit = readonly [path: Path, value: unknown];

/** The changes of a group to another method: its numbers stay, and its port, else the first port of the machines. */
export function probeEdits(group: unknown, method: ProbeMethod): readonly Edit[] {
  if (method === "none") return [[PROBE, undefined]];
  const spec = fieldOf(group, "spec");
  const probe = fieldOf(spec, "probe");
  const old = probeMethod(probe);
  const [first] = pairsOf(fieldOf(fieldOf(spec, "template"), "ports"));
  const port = fieldOf(fieldOf(probe, old), "port") ?? first?.[1] ?? 8080;
  const targets = { httpGet: { path: "/", port }, tcpSocket: { port }, exec: { command: [] }, grpc: { port } };
  const gone: readonly Edit[] = old === "none" || old === method ? [] : [[[...PROBE, old], undefined]];
  return [...gone, [[...PROBE, method], targets[method]]];
}
