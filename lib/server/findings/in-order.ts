import type { FindingHost } from "@/lib/domain/findings/findings-world";

type Named = { readonly namespace: string; readonly name: string };

/** Objects by namespace and name, so that whatever rests on several of them is the same each time. */
export function byName(a: Named, b: Named): number {
  if (a.namespace !== b.namespace) return a.namespace < b.namespace ? -1 : 1;
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** Hosts in the same way; of one name the ServiceEntry comes last. */
export function byHost({ selector: a }: Pick<FindingHost, "selector">, { selector: b }: Pick<FindingHost, "selector">): number {
  return byName(a, b) || (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0);
}
