import type { Path } from "@/lib/domain/preview/finding";
import { type Fields, fieldOf, fieldsOf, pairsOf } from "@/lib/domain/preview/values";
import { PROBE_METHODS, type ProbeMethod } from "@/lib/domain/workload-group";
import { PROBE_DEFAULTS } from "./probe-times";

const PROBE: Path = ["spec", "probe"];

/** The method of a probe. One with numbers alone has none, and is refused. */
export function probeMethod(probe: unknown): ProbeMethod {
  return PROBE_METHODS.find((method) => fieldOf(probe, method) !== undefined) ?? "none";
}

/** One change of a document: a value at a place, undefined = nothing there. */
export type Edit = readonly [path: Path, value: unknown];

/** What was typed of a probe so far: what each method asks, and the numbers. */
export interface TypedProbe {
  readonly targets: Fields;
  readonly numbers: Fields;
}

export const NOTHING_TYPED: TypedProbe = { targets: {}, numbers: {} };

/** What was typed so far, with what a probe says now. A probe that is not there says nothing. */
export function typedProbe({ targets, numbers }: TypedProbe, probe: unknown): TypedProbe {
  const method = probeMethod(probe);
  if (method === "none") return { targets, numbers };
  const written = pairsOf(probe).filter(([name]) => Object.hasOwn(PROBE_DEFAULTS, name));
  return { targets: { ...targets, [method]: fieldOf(probe, method) }, numbers: Object.fromEntries(written) };
}

/**
 * The changes of a group to another method: its numbers stay, and its port, else the first port of the machines. What was typed of that method before,
 * and the numbers of a probe that was taken away, are there again.
 */
export function probeEdits(group: unknown, method: ProbeMethod, typed: TypedProbe = NOTHING_TYPED): readonly Edit[] {
  if (method === "none") return [[PROBE, undefined]];
  const spec = fieldOf(group, "spec");
  const probe = fieldOf(spec, "probe");
  const old = probeMethod(probe);
  const before = fieldsOf(fieldOf(typed.targets, method));
  const [first] = pairsOf(fieldOf(fieldOf(spec, "template"), "ports"));
  const port = fieldOf(fieldOf(probe, old), "port") ?? before.port ?? first?.[1] ?? 8080;
  const targets = { httpGet: { path: "/", ...before, port }, tcpSocket: { ...before, port }, exec: { command: [], ...before }, grpc: { ...before, port } };
  const gone: readonly Edit[] = old === "none" || old === method ? [] : [[[...PROBE, old], undefined]];
  const numbers = old === "none" ? pairsOf(typed.numbers).map(([name, value]): Edit => [[...PROBE, name], value]) : [];
  return [...gone, [[...PROBE, method], targets[method]], ...numbers];
}
