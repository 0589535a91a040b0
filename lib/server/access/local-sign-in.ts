import type { WritingClient } from "@/lib/server/kube/client";
import type { ServerScope } from "./server-scope";
import type { SignIn } from "./viewer";

/** The one viewer of the local sign-in. */
export const LOCAL_SUBJECT = "local";

interface LocalParts {
  readonly scope: ServerScope;
  readonly readOnly: boolean;
  /** The server's own client of a cluster. */
  clientOf(cluster: string): WritingClient | undefined;
}

/** Whoever reaches the server acts with the server's own account: for a server that only this machine can reach. */
export function localSignIn({ scope, readOnly, clientOf }: LocalParts): SignIn {
  const identity = { signIn: "local", name: null } as const;
  return {
    kind: "local",
    cookies: null,
    signOut: () => undefined,
    stop: () => undefined,
    viewerOf: async () => ({ subject: LOCAL_SUBJECT, identity, scope: scope.get(), mayWrite: !readOnly, clientOf }),
    follow: (viewer, changed) => {
      if (viewer.scope.key !== scope.get().key) changed();
      return scope.onChanged(changed);
    },
  };
}
