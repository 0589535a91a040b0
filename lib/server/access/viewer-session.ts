import type { Scope, Viewer } from "@/lib/domain/source/scope";
import type { Clock } from "@/lib/server/clock";
import { Refusal } from "@/lib/server/http/problem";
import type { WritingClient } from "@/lib/server/kube/client";
import { checkedScope } from "./checked-scope";
import { ClusterCheck, type Standing, type ViewerCluster } from "./cluster-check";
import { Followers, type Following } from "./followers";
import { notLetIn } from "./not-let-in";
import type { ReviewTimes } from "./review-times";
import type { ServerScope } from "./server-scope";
import { tellingOfDenials } from "./telling-client";
import type { SignedIn, SignIn } from "./viewer";

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
  readonly times: ReviewTimes;
}

/**
 * One viewer's credentials: whom they stand for and what may be seen with them, by decisions of the clusters that are at most ten seconds old.
 * All requests and streams by the same credentials share these decisions. Those of two credentials go on apart, even where both stand for one person: each
 * may be revoked by itself, which only a question that is asked with it can tell. New ones begin with what is known of the very same user (`KnownRights`).
 */
export class ViewerSession {
  #checks: readonly ClusterCheck[];
  /** What reads and writes as the viewer; the questions about rights go by clients of their own. */
  readonly #clients = new Map<string, WritingClient>();
  readonly #followers = new Followers();
  #viewer: SignedIn | null = null;
  /** Whom the credentials stood for when a cluster said so last: a cluster that cannot be asked makes nobody somebody else. */
  readonly #names = new Map<string, string>();
  #cancelCheck: (() => void) | null = null;
  #isClosed = false;
  /** Why it has ended; null = it has not. */
  #end: string | null = null;
  readonly #unhook: () => void;
  usedAt: number;

  constructor(private readonly parts: SessionParts) {
    const { clock, clusters, server } = parts;
    this.usedAt = clock.monotonic();
    this.#checks = clusters.map((of) => this.#newCheck(of));
    this.#unhook = server.onChanged(() => this.#serverChanged());
  }

  get isFollowed(): boolean {
    return this.#followers.size > 0;
  }

  /** Since when each cluster's decision is too old, by the monotonic clock, of those that are followed. */
  get heldSince(): ReadonlyMap<string, number> {
    const held = this.#checks.filter(({ standing }) => standing === "held");
    return new Map(held.map(({ of, decidedAt }) => [of.cluster, decidedAt]));
  }

  /**
   * The viewer by decisions that are fresh; a cluster whose rights could not be checked is left out. Rejects with a refusal: 401 where no
   * cluster takes the credentials, 503 where none could be asked.
   */
  async viewer(): Promise<SignedIn> {
    this.usedAt = this.parts.clock.monotonic();
    for (const check of this.#checks) if (check.isDue) void check.check();
    // The first look may take longer than a decision counts: what it has found is renewed at once.
    for (const _ of ["first", "again"]) await this.#answers(({ hasFailed }) => !hasFailed);
    // Nobody waits for a cluster that has failed before while another one knows the viewer, or for one that failed a moment ago.
    if (!this.#isKnown) await this.#answers(({ hasFailed, dueInMs }) => hasFailed && dueInMs <= 0);
    // Its connections are gone then, and a question that was on its way failed with them: that says nothing of the API server.
    if (this.#end !== null) throw new Refusal(401, "Not signed in", this.#end);
    return this.#viewerNow();
  }

  /** Whom the credentials stood for when a cluster said so last; null where none does. */
  get known(): string | null {
    return this.#names.size === 0 ? null : this.#subject;
  }

  /** Tells what becomes of a viewer's rights; gives back what ends that. */
  follow(viewer: Viewer, following: Following): () => void {
    const leave = this.#followers.add(viewer, following);
    this.#schedule();
    this.#tellFollowers();
    return () => {
      leave();
      if (!this.isFollowed) this.#cancelCheck?.();
    };
  }

  /** Sends the credentials to other clusters from now on. The clusters that stay keep their decisions. */
  changeClusters({ removed, added }: { readonly removed: readonly string[]; readonly added: readonly ViewerCluster[] }): void {
    const ended = this.#checks.filter(({ of }) => removed.includes(of.cluster));
    for (const { of } of ended) {
      this.#names.delete(of.cluster);
      this.#clients.delete(of.cluster);
      void of.client.close();
    }
    this.#checks = [...this.#checks.filter((check) => !ended.includes(check)), ...added.map((of) => this.#newCheck(of))];
    this.#tellFollowers();
    this.#schedule();
  }

  /** Ends it, where nothing else is said because somebody signed out: whoever asks meanwhile is not signed in. */
  signOut(why = "Somebody signed out of this sign-in. Sign in again."): void {
    this.#end = why;
    this.close();
  }

  /** Ends what follows it, and its connections. */
  close(): void {
    this.#isClosed = true;
    this.#unhook();
    this.#cancelCheck?.();
    this.#followers.end();
    for (const { of } of this.#checks) void of.client.close();
  }

  #newCheck(of: ViewerCluster): ClusterCheck {
    const { clock, times } = this.parts;
    const check = new ClusterCheck(of, { clock, times, changed: () => this.#decided() });
    this.#clients.set(
      of.cluster,
      tellingOfDenials(of.client, () => this.#denied(check)),
    );
    return check;
  }

  get #isKnown(): boolean {
    return this.#checks.some(({ standing }) => standing === "known");
  }

  /** Waits for the clusters that have no fresh decision, of those chosen. */
  async #answers(chosen: (check: ClusterCheck) => boolean): Promise<void> {
    const open = this.#checks.filter((check) => check.standing !== "known" && check.standing !== "rejected" && chosen(check));
    await Promise.all(open.map((check) => check.check()));
  }

  /** What is cut off shows at once; what the server may read besides was not asked about yet. */
  #serverChanged(): void {
    for (const check of this.#checks) check.askSoon();
    this.#tellFollowers();
    this.#schedule();
  }

  #denied(check: ClusterCheck): void {
    check.askAfterDenial();
    this.#schedule();
  }

  #decided(): void {
    if (this.#isClosed) return;
    for (const { of, decision, standing } of this.#checks) {
      if (decision?.kind === "known") this.#names.set(of.cluster, decision.name);
      if (standing === "rejected") this.#names.delete(of.cluster);
    }
    this.#tellFollowers();
    this.#schedule();
  }

  /** Asks what is due, and wakes when the next is due or a decision grows too old; while nobody follows, nothing is asked. */
  #schedule(): void {
    this.#cancelCheck?.();
    if (this.#isClosed || !this.isFollowed) return;
    for (const check of this.#checks) if (check.isDue) void check.check();
    const waits = this.#checks.flatMap((check) => [check.tooOldInMs, check.dueInMs > 0 ? check.dueInMs : Number.POSITIVE_INFINITY]);
    const soonest = Math.min(...waits);
    if (soonest === Number.POSITIVE_INFINITY) return;
    this.#cancelCheck = this.parts.clock.setTimer(() => {
      this.#tellFollowers();
      this.#schedule();
    }, Math.ceil(soonest));
  }

  #tellFollowers(): void {
    if (this.#checks.every(({ standing }) => standing === "unasked")) return;
    const known = this.#checks.filter(({ standing }) => standing === "known" || standing === "held");
    if (known.length === 0) {
      // Where nothing but failures is known, nothing was ever shown.
      if (this.#checks.some(({ standing }) => standing === "rejected")) this.#followers.end();
      return;
    }
    this.#followers.tell({
      subject: this.#subject,
      scopes: [this.#scopeOf(["known", "held"]).key, this.#scopeOf(["known"]).key],
      heldSince: this.heldSince,
    });
  }

  get #subject(): string {
    return JSON.stringify([this.parts.words.signIn, ...[...this.#names].sort()]);
  }

  #viewerNow(): SignedIn {
    if (!this.#isKnown) throw notLetIn(this.#checks, this.parts.words.rejected);
    const scope = this.#scopeOf(["known"]);
    const { signIn } = this.parts.words;
    const subject = this.#subject;
    const uncheckedClusters = new Set(this.heldSince.keys());
    const heldKey = uncheckedClusters.size === 0 ? null : this.#scopeOf(["known", "held"]).key;
    const before = this.#viewer;
    if (before?.scope.key === scope.key && before.subject === subject && (before.held?.key ?? null) === heldKey) return before;
    this.#viewer = {
      ...{ subject, scope, mayWrite: !this.parts.readOnly },
      ...(heldKey === null ? {} : { held: { key: heldKey, clusters: uncheckedClusters } }),
      identity: { signIn, name: [...new Set(this.#names.values())].sort().join(", ") },
      clientOf: (cluster) => (scope.clusters.has(cluster) ? this.#clients.get(cluster) : undefined),
    };
    return this.#viewer;
  }

  #scopeOf(standings: readonly Standing[]): Scope {
    return checkedScope(this.#checks, standings, this.parts.server.get());
  }
}
