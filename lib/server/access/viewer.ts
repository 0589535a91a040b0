import type { PageViewer } from "@/lib/contract/answers/session";
import type { Viewer } from "@/lib/domain/source/scope";
import type { WritingClient } from "@/lib/server/kube/client";
import type { ClusterContext } from "@/lib/server/kube/cluster-context";
import type { ProviderSignIn } from "./provider-sign-in";
import type { SessionCookies } from "./session-cookies";

/** How somebody came to be known, and the user name that the clusters have; null where nobody is asked who it is, and the server's own account acts. */
interface Identity {
  readonly signIn: SignIn["kind"];
  readonly name: string | null;
}

/** A viewer with the means to ask and to write as this viewer: the only thing that carries credentials. Readers, streams and exports take a `Viewer`. */
export interface ActingViewer extends Viewer {
  /** The client that acts as this viewer in a cluster; undefined where there is no such cluster for this viewer. */
  clientOf(cluster: string): WritingClient | undefined;
}

/** The viewer of a checked request, with the sign-in that identified it. */
export interface SignedIn extends ActingViewer {
  readonly identity: Identity;
}

/** Hears of the clusters in which a viewer's rights could not be checked, each with the moment of the last decision (monotonic, milliseconds). */
export type Unchecked = (since: ReadonlyMap<string, number>) => void;

/** How it goes with the questions about viewers' rights. It names no viewer and no cluster. */
export interface ReviewFigures {
  /** Questions to API servers so far, and those that wait for their turn. */
  readonly asked: number;
  readonly waiting: number;
  /** Viewers with an open page whose rights could not be renewed in time, so that what they see stands still. */
  readonly held: number;
}

/** What of a request tells who asks. */
export interface Asking {
  readonly headers: Pick<Headers, "get" | "keys">;
}

/** A way to sign in. */
export interface SignIn {
  readonly kind: PageViewer["signIn"];
  /** Tells who asks. Rejects with a refusal where that cannot be told: 401 = nobody who is known, 503 = it could not be checked. */
  viewerOf(request: Asking): Promise<SignedIn>;
  /** Returns the viewer of a token that a user pasted. The caller writes its audit line. Missing when the server accepts no pasted tokens. */
  readonly viewerOfToken?: (token: string, request: Asking) => Promise<SignedIn>;
  /** The viewer as whom this request would be told, where what it brings was good before and nothing has been asked since; null = not known. Never rejects. */
  known?(request: Asking): string | null;
  /**
   * Calls `changed` once when a viewer's rights are others than this viewer has, be it at once, and `unchecked` whenever they cannot be checked in some
   * clusters (since when, by the monotonic clock) or can again; gives back what ends the waiting.
   */
  follow(viewer: Viewer, changed: () => void, unchecked?: Unchecked): () => void;
  /** A digest that tells the session of a request from others, for the audit; "" = it brings none. Missing = nobody signs in. */
  sessionOf?(request: Asking): string;
  /** Forgets whoever asks: every stream of that sign-in ends. */
  signOut(request: Asking): void;
  /** Where a sign-in is kept; null where nobody signs in. */
  readonly cookies: SessionCookies | null;
  /** The steps of a sign-in through a provider; absent where there is none. */
  readonly provider?: ProviderSignIn;
  /** The clusters that learn who signs in: whoever sees all of one may read who signed in to it. One list that changes with the clusters. */
  readonly clusters?: readonly string[];
  /** Takes the clusters that are configured now. Missing = viewers bring no credentials for clusters. */
  setContexts?(contexts: readonly ClusterContext[]): void;
  /** How it goes with the questions about viewers' rights; missing where none are asked. */
  figures?(): ReviewFigures;
  stop(): void;
}
