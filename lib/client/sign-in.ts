import { Problem, type SignInRefusalCode, signInRefusalOfStatus } from "@/lib/contract/answers/answers";
import { PageViewer, ProviderSignInAnswer } from "@/lib/contract/answers/session";
import { apiPaths } from "@/lib/contract/url/paths";
import { tellSession } from "./session-channel";

/** Result of signing in or out: done, or refused with the next step as text. `isUnchecked` = the server could not check the user. */
export type SessionOutcome =
  | { readonly kind: "done" }
  | { readonly kind: "refused"; readonly refusal: SignInRefusalCode; readonly problem: string; readonly isUnchecked: boolean };

/** Brings a token to the server, which keeps it in a cookie that no script can read, and tells all other pages of the browser. Never throws. */
export function signIn(token: string): Promise<SessionOutcome> {
  return post(apiPaths.session(), { token }, async (response) => tellSession(PageViewer.parse(await response.json()).id));
}

/** Begins to sign in at the provider: the address to go to, or why there is none. Never throws. */
export async function beginSignIn(
  from: string,
): Promise<{ readonly kind: "begun"; readonly address: string } | (SessionOutcome & { readonly kind: "refused" })> {
  let address = "";
  const outcome = await post(apiPaths.beginSignIn(), { from }, async (response) => {
    ({ address } = ProviderSignInAnswer.parse(await response.json()));
  });
  return outcome.kind === "done" ? { kind: "begun", address } : outcome;
}

/** Has the server, and every page and worker of the browser, forget who this is. Never throws. */
export function signOut(): Promise<SessionOutcome> {
  return post(apiPaths.signOut(), {}, async () => tellSession(""), { keepalive: true });
}

/** With `keepalive` in `more`, the browser finishes the request after the user closes the page. */
async function post(path: string, body: unknown, done: (response: Response) => Promise<void>, more: RequestInit = {}): Promise<SessionOutcome> {
  try {
    const response = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), ...more });
    if (response.ok) {
      await done(response);
      return { kind: "done" };
    }
    const problem = Problem.safeParse(await response.json());
    const words = problem.success ? problem.data.detail : `The server answered ${response.status}.`;
    return { kind: "refused", refusal: signInRefusalOfStatus(response.status), problem: words, isUnchecked: response.status === 503 };
  } catch (error) {
    const problem = `The server cannot be reached${error instanceof Error ? `: ${error.message}` : ""}.`;
    return { kind: "refused", refusal: signInRefusalOfStatus(null), problem, isUnchecked: true };
  }
}
