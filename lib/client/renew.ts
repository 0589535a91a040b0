import { Problem } from "@/lib/contract/answers/answers";
import { SessionRenewal } from "@/lib/contract/answers/session";
import { apiPaths } from "@/lib/contract/url/paths";
import { heardEnd, heardStatus } from "./signed-out";

/** What came of asking for a renewal: how the sign-in stands, that it is over, or that this cannot be told now. */
export type RenewalOutcome =
  | { readonly kind: "here"; readonly renewal: SessionRenewal }
  | { readonly kind: "over"; readonly problem: string }
  | { readonly kind: "later"; readonly problem: string };

/** All pages of a browser renew in turn: a refresh token may be good for one time only, and whoever comes second has the cookie of the first. */
const LOCK = "stolos-renewal";

/** Has the server renew this browser's sign-in, where that is due. Never throws. */
export async function renew(): Promise<RenewalOutcome> {
  // Where there are no locks, the page is not served securely, and nobody signs in through a provider there.
  const { locks } = navigator;
  return locks ? locks.request(LOCK, ask) : ask();
}

async function ask(): Promise<RenewalOutcome> {
  try {
    const response = await fetch(apiPaths.renewal(), { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
    const body: unknown = await response.json();
    if (response.ok) {
      const renewal = SessionRenewal.parse(body);
      // A browser without a session may be nobody's: that it is told so says nothing of who is signed in.
      if (renewal.isKept) heardStatus(response.status);
      return { kind: "here", renewal };
    }
    const read = Problem.safeParse(body);
    const problem = read.success ? read.data.detail || read.data.title : `The server answered ${response.status}.`;
    if (response.status !== 401) return { kind: "later", problem };
    heardEnd(problem);
    return { kind: "over", problem };
  } catch (error) {
    return { kind: "later", problem: `The server cannot be reached${error instanceof Error ? `: ${error.message}` : ""}.` };
  }
}
