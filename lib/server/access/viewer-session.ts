import { type NamespaceScope, type Scope, scopeOf, type WatchedKind } from "@/lib/domain/scope";
import type { Clock } from "@/lib/server/clock";
import { Refusal } from "@/lib/server/http/problem";
import type { WritingClient } from "@/lib/server/kube/client";
import type { KubeError } from "@/lib/server/kube/kube-error";
import { log } from "@/lib/server/log";
import { cutKinds } from "./cut-scope";
import type { ServerScope } from "./server-scope";
import type { SignedIn, SignIn } from "./viewer";

/** A decision is asked for anew after this: with the time that asking takes, none is older than ten seconds. Milliseconds. */
export const REVIEW_MS = 8_000;
/** A check that failed is tried again no sooner. Milliseconds. */
const FAILED_MS = 1_000;
const ASK_AGAIN_SECONDS = 5;

type Kinds = ReadonlyMap<WatchedKind, NamespaceScope>;

/** What a cluster says of credentials: whom they stand for and what may be seen with them, that they are not good there, or nothing, because it could not be asked. */
export type Told =
  | { readonly kind: "known"; readonly name: string; readonly kinds: Kinds }
  /** `why`: a sentence, where it is another one than the sign-in's own. */
  | { readonly kind: "rejected"; readonly why?: string }
  | { readonly kind: "failed"; readonly error: KubeError };

/** A cluster that the credentials are sent to, with the client that acts by them. */
export interface ViewerCluster {
  readonly cluster: string;
  readonly client: WritingClient;
  /** Never rejects. */
  ask(): Promise<Told>;
}

/** How one sign-in names itself, and what it says of credentials that no cluster takes. */
export interface SessionWords {
  readonly signIn: SignIn["kind"];
  readonly rejected: string;
}

export interface SessionParts {
  readonly words: SessionWords;
  readonly clusters: readonly ViewerCluster[];
  readonly server: ServerScope;
  readonly readOnly: boolean;
  readonly clock: Clock;
}

/** One viewer's credentials: whom they stand for and what may be seen with them, as the clusters said at most ten seconds ago. */
export class ViewerSession {
  #told: ReadonlyMap<string, Told> = new Map();
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | null = null;
  #viewer: SignedIn | null = null;
  /** Whom the credentials stood for when a cluster said so last: a cluster that cannot be asked makes nobody somebody else. */
  readonly #names = new Map<string, string>();
  readonly #followers = new Map<() => void, string>();
  #cancelCheck: (() => void) | null = null;
  #isClosed = false;
  #isSignedOut = false;
  readonly #unhook: () => void;
  usedAt: number;

  constructor(private readonly parts: SessionParts) {
    this.usedAt = parts.clock.monotonic();
    this.#unhook = parts.server.onChanged(() => this.#serverChanged());
  }

  get isFollowed(): boolean {
    return this.#followers.size > 0;
  }

  /** The viewer by decisions that are fresh. Rejects with a refusal: 401 where no cluster takes the credentials, 503 where none could be asked. */
  async viewer(): Promise<SignedIn> {
    this.usedAt = this.parts.clock.monotonic();
    if (this.usedAt - this.#checkedAt >= this.#validMs()) await this.#check();
    // Its connections are gone then, and a question that was on its way failed with them: that says nothing of the API server.
    if (this.#isSignedOut) throw new Refusal(401, "Not signed in", "Somebody signed out of this sign-in. Sign in again.");
    return this.#viewerNow();
  }

  /** Calls once when the viewer is not this one any more; gives back what ends the waiting. */
  follow(scopeKey: string, changed: () => void): () => void {
    this.#followers.set(changed, scopeKey);
    this.#scheduleCheck();
    this.#tellFollowers();
    return () => {
      this.#followers.delete(changed);
      if (!this.isFollowed) this.#cancelCheck?.();
    };
  }

  /** Ends it because somebody signed out: whoever asks meanwhile is not signed in. */
  signOut(): void {
    this.#isSignedOut = true;
    this.close();
  }

  /** Ends what follows it, and its connections. */
  close(): void {
    this.#isClosed = true;
    this.#unhook();
    this.#cancelCheck?.();
    for (const changed of this.#takeFollowers(() => true)) changed();
    for (const { client } of this.parts.clusters) void client.close();
  }

  /** What is cut off shows at once; what the server may read besides was not asked about yet. */
  #serverChanged(): void {
    this.#checkedAt = Number.NEGATIVE_INFINITY;
    this.#tellFollowers();
    if (this.isFollowed) void this.#check().then(() => this.#scheduleCheck());
  }

  #validMs(): number {
    return [...this.#told.values()].some(({ kind }) => kind === "failed") ? FAILED_MS : REVIEW_MS;
  }

  #check(): Promise<void> {
    this.#checking ??= this.#ask().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  async #ask(): Promise<void> {
    const askedAt = this.parts.clock.monotonic();
    const told = await Promise.all(this.parts.clusters.map(async (one) => [one.cluster, await one.ask()] as const));
    this.#told = new Map(told);
    for (const [cluster, one] of told) {
      if (one.kind === "known") this.#names.set(cluster, one.name);
      if (one.kind === "rejected") this.#names.delete(cluster);
      if (one.kind === "failed") log("warn", "a viewer's rights could not be checked", { cluster, detail: one.error.message });
    }
    // From the question on: an answer is no younger than that.
    this.#checkedAt = askedAt;
    this.#tellFollowers();
  }

  #scheduleCheck(): void {
    this.#cancelCheck?.();
    if (this.#isClosed || !this.isFollowed) return;
    this.#cancelCheck = this.parts.clock.setTimer(() => void this.#check().then(() => this.#scheduleCheck()), this.#validMs());
  }

  #tellFollowers(): void {
    if (this.#told.size === 0) return;
    const key = this.#isClosed ? null : this.#keyNow();
    for (const changed of this.#takeFollowers((followed) => followed !== key)) changed();
  }

  #takeFollowers(which: (scopeKey: string) => boolean): readonly (() => void)[] {
    const taken = [...this.#followers].filter(([, key]) => which(key)).map(([changed]) => changed);
    for (const changed of taken) this.#followers.delete(changed);
    return taken;
  }

  #keyNow(): string | null {
    try {
      return this.#viewerNow().scope.key;
    } catch (refused) {
      if (refused instanceof Refusal) return null;
      throw refused;
    }
  }

  #viewerNow(): SignedIn {
    const known = [...this.#told].flatMap(([cluster, told]) => (told.kind === "known" ? [{ cluster, ...told }] : []));
    if (known.length === 0) throw this.#refusal();
    const scope = this.#scopeOf(known);
    const { signIn } = this.parts.words;
    const subject = JSON.stringify([signIn, ...[...this.#names].sort()]);
    if (this.#viewer?.scope.key === scope.key && this.#viewer.subject === subject) return this.#viewer;
    const clients = new Map(this.parts.clusters.map(({ cluster, client }) => [cluster, client]));
    this.#viewer = {
      ...{ subject, scope, mayWrite: !this.parts.readOnly },
      identity: { signIn, name: [...new Set(this.#names.values())].sort().join(", ") },
      clientOf: (cluster) => (scope.clusters.has(cluster) ? clients.get(cluster) : undefined),
    };
    return this.#viewer;
  }

  /** A cluster of which nothing is in sight does not exist. */
  #scopeOf(known: readonly { readonly cluster: string; readonly kinds: Kinds }[]): Scope {
    const server = this.parts.server.get().clusters;
    const cut = known.map(({ cluster, kinds }) => [cluster, cutKinds(kinds, server.get(cluster) ?? new Map())] as const);
    const isPartial = [...this.#told.values()].some(({ kind }) => kind === "failed");
    return scopeOf(new Map(cut.filter(([, kinds]) => kinds.size > 0)), { isPartial });
  }

  #refusal(): Refusal {
    const isRejected = ![...this.#told.values()].some(({ kind }) => kind === "failed");
    // What kept the answer away names servers, and whoever asks may be nobody: the log has it.
    const [why = this.parts.words.rejected] = [...this.#told.values()].flatMap((told) => (told.kind === "rejected" ? (told.why ?? []) : []));
    if (isRejected) return new Refusal(401, "Not signed in", why);
    const detail = "Who you are could not be checked: the API server gave no answer. Nothing new is shown until it does.";
    return new Refusal(503, "Could not be checked", detail, undefined, { retryAfterSeconds: ASK_AGAIN_SECONDS });
  }
}
