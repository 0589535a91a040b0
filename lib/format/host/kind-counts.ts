import { listOf } from "@/lib/format/text/lists";
import { plural } from "@/lib/format/text/numbers";

/** How many endpoints of each kind. */
export interface CountedKinds {
  readonly machines: number;
  readonly pods: number;
  readonly inline: number;
  readonly names: number;
  readonly addresses: number;
}

/** "28 machines", "4 machines and 2 pods", "3 endpoints" where `short` and there are several kinds; "nobody" where there is none. */
export function kindsPhrase({ machines, pods, inline, names, addresses }: CountedKinds, short = false): string {
  const parts = [
    machines > 0 ? plural(machines, "machine") : "",
    pods > 0 ? plural(pods, "pod") : "",
    addresses > 0 ? plural(addresses, "address", "addresses") : "",
    inline > 0 ? plural(inline, "inline endpoint") : "",
    names > 0 ? plural(names, "name") : "",
  ].filter((words) => words !== "");
  if (parts.length === 0) return "nobody";
  return short && parts.length > 1 ? plural(machines + pods + inline + names + addresses, "endpoint") : listOf(parts);
}
