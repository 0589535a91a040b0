import type { Identity } from "./identity";

/** A namespace: its name is all that is needed. */
export interface NamespaceName extends Identity {
  readonly unreadable: string | null;
}

export function parseNamespace(_raw: unknown, identity: Identity): NamespaceName {
  return { ...identity, unreadable: null };
}
