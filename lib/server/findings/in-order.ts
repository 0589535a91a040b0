import type { ServiceSubject } from "@/lib/domain/findings/findings-world";
import { compareText } from "@/lib/domain/object/compare-text";

type Named = { readonly namespace: string; readonly name: string };

/** Objects by namespace and name, so that whatever rests on several of them is the same each time. */
export function byName(a: Named, b: Named): number {
  return compareText(a.namespace, b.namespace) || compareText(a.name, b.name);
}

/** Hosts in the same way; of one name the ServiceEntry comes last. */
export function byHost({ selector: a }: Pick<ServiceSubject, "selector">, { selector: b }: Pick<ServiceSubject, "selector">): number {
  return byName(a, b) || compareText(a.kind, b.kind);
}
