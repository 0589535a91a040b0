import { askedServer, requireOwnPage } from "@/lib/server/http/own-page";
import { type RateLimit, requireRate } from "@/lib/server/http/rate-limit";
import type { RefusedChanges } from "./refused-changes";
import type { Asking, SignedIn, SignIn } from "./viewer";

/** What answers the questions that stand before each route. */
export interface DoorParts {
  readonly signIn: Pick<SignIn, "kind" | "viewerOf" | "sessionOf">;
  readonly requests: RateLimit;
  readonly refusedChanges: RefusedChanges;
}

/** A request as far as it is read before it is known who asks. */
export type Arrived = Asking & Pick<Request, "method" | "url">;

/** Where does it come from? Asked before anything of its body is read. Throws 403 and 415 as `requireOrigin` does; a refused change is told to the log. */
export function requireFromHere({ signIn, refusedChanges }: Omit<DoorParts, "requests">, request: Arrived, requireOrigin = requireOwnPage): void {
  refusedChanges.told({ request, signIn }, () => requireOrigin(request, askedServer(request, signIn)));
}

/** Who asks, and may one more request of that viewer pass? Throws 401, 503 where it could not be checked, and 429; a refused change is told to the log. */
export async function requireViewer({ signIn, requests, refusedChanges }: DoorParts, request: Arrived): Promise<SignedIn> {
  const viewer = await signIn.viewerOf(request);
  refusedChanges.told({ request, signIn, viewer }, () => requireRate(requests, viewer.subject));
  return viewer;
}
