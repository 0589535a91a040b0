import type { Scope } from "@/lib/domain/source/scope";
import type { ServerScope } from "./server-scope";
import type { SignIn } from "./viewer";
import { visibleScope } from "./visible-scope";

/** The one viewer of a kiosk. */
const KIOSK_SUBJECT = "kiosk";

interface KioskParts {
  readonly scope: ServerScope;
  readonly namespaces: readonly string[];
}

/**
 * A wall display: nobody is asked, and everybody sees what the server's own account may read of the declared namespaces. Nothing is written, and no
 * single object is read, as YAML or with its events: these tell more than a display has to.
 */
export function kioskSignIn({ scope, namespaces }: KioskParts): SignIn {
  const identity = { signIn: "kiosk", name: null } as const;
  let shown = narrowed(scope.get(), namespaces);
  const scopeNow = () => {
    const next = narrowed(scope.get(), namespaces);
    if (next.key !== shown.key) shown = next;
    return shown;
  };
  return {
    kind: "kiosk",
    cookies: null,
    signOut: () => undefined,
    stop: () => undefined,
    viewerOf: async () => ({ subject: KIOSK_SUBJECT, identity, scope: scopeNow(), mayWrite: false, clientOf: () => undefined }),
    follow: (viewer, changed) => {
      const check = () => {
        if (viewer.scope.key !== scopeNow().key) changed();
      };
      check();
      return scope.onChanged(check);
    },
  };
}

function narrowed({ clusters, knownClusters }: Scope, namespaces: readonly string[]): Scope {
  return visibleScope(clusters, { known: [...knownClusters], namespaces });
}
