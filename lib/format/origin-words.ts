import type { EntryOrigin } from "@/lib/domain/entry/origin";

const WORDS: Record<EntryOrigin, string> = {
  "auto-registered": "istiod, when the machine connected",
  "hand-written-checked": "somebody, by hand; its agent connects and reports health",
  "hand-written": "somebody, by hand; Istio keeps no connection for it",
  unreadable: "cannot be told: the object is unreadable",
};

/** Who created an entry. istiod sets the owner with the annotation (docs/istio.md#marks): the annotation alone may be anybody's. */
export function originWords(origin: EntryOrigin, owner: { readonly kind: string } | null): string {
  if (origin === "auto-registered" && owner?.kind !== "WorkloadGroup")
    return "not known: it carries istiod's annotation, but not the owner reference that istiod sets with it";
  return WORDS[origin];
}
