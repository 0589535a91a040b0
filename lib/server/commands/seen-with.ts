import type { WatchedKind } from "@/lib/domain/source/scope";
import type { Command } from "./command";

/** Whoever brings machines sees their groups: by these a namespace is known that holds nothing else yet. */
const GROUPS = "workloadgroups";

/** The kind whose sight decides whether a person knows of an object at all: accounts are those of machines. */
export function seenWith(kind: WatchedKind): WatchedKind {
  return kind === "serviceaccounts" ? GROUPS : kind;
}

/** The same for a command that is about to be given: what is made is not seen before. */
export function givenWith({ kind, precondition }: Pick<Command, "kind" | "precondition">): WatchedKind {
  return precondition === "absent" ? GROUPS : seenWith(kind);
}
