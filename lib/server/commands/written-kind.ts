import type { WatchedKind } from "@/lib/domain/scope";
import type { Resource } from "@/lib/server/kube/resource";
import { CORE_API } from "@/lib/server/kube/resource";
import { RESOURCES } from "@/lib/server/kube/resources";

/** What a command can be about: a kind that is watched, or one that is only written. */
export type WrittenKind = WatchedKind | "serviceaccounts";

/** Where each of them is found. */
export const WRITTEN: Readonly<Record<WrittenKind, Resource & { readonly kind: WrittenKind }>> = {
  ...RESOURCES,
  serviceaccounts: { kind: "serviceaccounts", ...CORE_API, namespaced: true },
};

/** The kind whose sight decides whether a person knows of the namespace at all: accounts are those of machines. */
export function seenWith(kind: WrittenKind): WatchedKind {
  return kind === "serviceaccounts" ? "workloadgroups" : kind;
}
