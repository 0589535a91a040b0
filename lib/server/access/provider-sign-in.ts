import type { SessionRenewal } from "@/lib/contract/answers/session";
import type { Asking } from "./viewer";

/** What an answer keeps in the browser beside what it says. */
export interface WithCookies<T> {
  readonly value: T;
  /** Values of `Set-Cookie`. */
  readonly cookies: readonly string[];
}

/** What somebody was signed in as, for the audit. */
interface Finished {
  /** Where the browser goes next: a path of this server. */
  readonly to: string;
  readonly names: ReadonlyMap<string, string>;
}

/** The steps of signing in through a provider. They reject with a refusal that says what went wrong. */
export interface ProviderSignIn {
  /** The provider's host, as people know it. */
  readonly host: string;
  /** Returns the provider's address for the browser. `from` is the address to open after the sign-in. `request` brings the browser's other attempts. */
  begin(from: string, request?: Asking): Promise<WithCookies<string>>;
  /** Returns true if this browser began the attempt that `search` answers. */
  isBegun(request: Asking, search: string): boolean;
  /** A browser has come back with `search`: keeps the session where the provider, and each cluster, say the same of whom it is. */
  finish(request: Asking, search: string): Promise<WithCookies<Finished>>;
  /** Ends the attempt that `search` answers. Returns the `Set-Cookie` values that let the next page show the refusal. */
  refused(problem: string, search: string): readonly string[];
  /** What is kept once a session is over, so that every later answer to this browser says why; nothing while it signs in anew. */
  ended(request: Asking, problem: string): readonly string[];
  /** Why the last attempt was refused, or the session that the browser had is over; null = neither. */
  problemOf(request: Asking): string | null;
  /** Renews the session of a browser where that is due. With 401 it is over, or was when that was told before. */
  renew(request: Asking): Promise<WithCookies<SessionRenewal>>;
  /** Has the provider take this browser's refresh token no more. */
  revoke(request: Asking): Promise<void>;
  /** The user name that a browser's session is for; null where it has none. */
  nameOf(request: Asking): string | null;
  /** Where one signs out at the provider; null where there is no such page, or nobody knows it yet. */
  signOutAddress(): string | null;
  /** Why nobody can sign in at the provider, as a sentence: it did not answer the last request, or says something else of itself than the settings. Null = one can. */
  problem(): string | null;
  /** The absolute address of a path of this server. */
  addressOf(path: string): string;
}
