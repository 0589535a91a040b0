import { at, field, list, text } from "./json";

/** The condition Ready of a Pod or a Node as it stands there, or null where there is none. */
export function readyOf(raw: unknown): { readonly status: string; readonly reason: string } | null {
  const ready = list(at(raw, "status", "conditions")).find((one) => field(one, "type") === "Ready");
  return ready === undefined ? null : { status: text(field(ready, "status")), reason: text(field(ready, "reason")) };
}
