import type { Scope } from "@/lib/domain/source/scope";
import type { SignIn } from "@/lib/server/access/viewer";
import { Downloads } from "@/lib/server/export/downloads";
import type { LiveFleet } from "@/lib/server/fleet/live-fleet";
import { search } from "@/lib/server/fleet/search";
import type { StandingLists } from "@/lib/server/fleet/standing-lists";
import { problemAnswer } from "@/lib/server/http/problem";

interface Parts {
  readonly signIn: Pick<SignIn, "viewerOf" | "follow">;
  readonly fleet: LiveFleet;
  readonly lists: StandingLists;
}

/**
 * Answers with a file of what a token's viewer sees, or the refusal: with the product's limits, and sent as the product sends its exports. It has no end, and
 * each part is made as it is taken. It does not pass through HTTP, whose buffers would take thousands of parts ahead of a slow reader.
 */
export function viewersFiles({ signIn, fleet, lists }: Parts): (token: string) => Promise<Response> {
  const downloads = new Downloads(signIn.follow);
  async function* found(scope: Scope): AsyncGenerator<string> {
    for (;;) yield JSON.stringify(search(fleet, lists, "vm", scope));
  }
  return async (token) => {
    const headers = new Headers({ authorization: `Bearer ${token}` });
    try {
      const viewer = await signIn.viewerOf({ headers });
      downloads.admit(viewer);
      return new Response(downloads.send(viewer, found(viewer.scope)));
    } catch (refusal) {
      return problemAnswer(refusal, { headers });
    }
  };
}
