import type { IstioGateway } from "@/lib/domain/networks/passthrough";
import { type Expected, flawOf } from "./flaw";
import { at, field, list, number, text } from "./json";
import { METADATA_SHAPE, pairsOf } from "./metadata";
import { describedOf, textsOf, type Unreadable } from "./selection/described";

const SHAPE: readonly Expected[] = [
  ...METADATA_SHAPE,
  { path: ["spec"], shape: "an object" },
  { path: ["spec", "selector"], shape: "an object" },
  { path: ["spec", "servers"], shape: "a list" },
];

/** An Istio Gateway as the API server sent it: its servers, as far as they decide which hosts pass between networks. */
export function parseGateway(raw: unknown): IstioGateway | Unreadable {
  const unreadable = flawOf(raw, SHAPE);
  if (unreadable !== null) return { unreadable };
  const spec = field(raw, "spec");
  return {
    ...describedOf(raw),
    selector: pairsOf(field(spec, "selector")),
    servers: list(field(spec, "servers")).map((server) => ({
      port: number(at(server, "port", "number")) ?? 0,
      tlsMode: text(at(server, "tls", "mode")),
      hosts: textsOf(field(server, "hosts")),
      bind: text(field(server, "bind")),
    })),
  };
}
