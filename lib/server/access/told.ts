import type { SignInRefusalCode } from "@/lib/contract/answers/answers";
import type { NamespaceScope, WatchedKind } from "@/lib/domain/source/scope";
import type { KubeError } from "@/lib/server/kube/kube-error";

/** What a cluster says of credentials: whom they stand for and what may be seen with them, that they are not good there, or nothing, because it could not be asked. */
export type Told =
  | {
      readonly kind: "known";
      readonly name: string;
      readonly kinds: ReadonlyMap<WatchedKind, NamespaceScope>;
      /** When the first question left for the cluster, by the monotonic clock; missing = when it was asked for. */
      readonly askedAt?: number;
    }
  /** `why`: a sentence, where it is another one than the sign-in's own; `reason`: its code. */
  | { readonly kind: "rejected"; readonly why?: string; readonly reason?: SignInRefusalCode }
  | { readonly kind: "failed"; readonly error: KubeError };
