import { askedServer, requireOwnPage } from "@/lib/server/http/own-page";
import { type RateLimit, requireRate } from "@/lib/server/http/rate-limit";
import type { RefusedChanges } from "./refused-changes";
import type { Asking, SignedIn, SignIn } from "./viewer";

/** Parts of the process that the checks of a request need. */
export interface RequestCheckParts {
  readonly signIn: Pick<SignIn, "kind" | "viewerOf" | "sessionOf">;
  readonly requests: RateLimit;
  readonly refusedChanges: RefusedChanges;
}

/** The parts of a request that are read before its viewer is known. */
export type Arrived = Asking & Pick<Request, "method" | "url">;

/** Checks the origin before the body is read. Throws 403 and 415 like `requireOrigin`, and logs a refused change. */
export function requireFromHere({ signIn, refusedChanges }: Omit<RequestCheckParts, "requests">, request: Arrived, requireOrigin = requireOwnPage): void {
  refusedChanges.told({ request, signIn }, () => requireOrigin(request, askedServer(request, signIn)));
}

/** Identifies the viewer and checks the rate of requests. Throws 401, 429, or 503 if the clusters cannot check the viewer. Logs a refused change. */
export async function requireViewer({ signIn, requests, refusedChanges }: RequestCheckParts, request: Arrived): Promise<SignedIn> {
  const viewer = await signIn.viewerOf(request);
  refusedChanges.told({ request, signIn, viewer }, () => requireRate(requests, viewer.subject));
  return viewer;
}
