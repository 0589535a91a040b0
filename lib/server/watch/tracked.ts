import type { Identity } from "@/lib/server/kube/parse/identity";

/** What a reflector needs of the values it hands on. */
export interface Tracked extends Identity {
  /** What is wrong with the object, or null. */
  readonly unreadable: string | null;
}

/** Foreign object to value; never throws, never refuses. */
export type Parse<T extends Tracked> = (raw: unknown, identity: Identity) => T;
