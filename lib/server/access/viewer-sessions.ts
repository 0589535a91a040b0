import { createHmac, randomBytes } from "node:crypto";
import type { Viewer } from "@/lib/domain/source/scope";
import type { Clock } from "@/lib/server/clock";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { inhabitedNamespaces } from "@/lib/server/fleet/inhabited-namespaces";
import type { AllowedWrite } from "@/lib/server/kube/allow-list";
import { createKubeClient, type WritingClient } from "@/lib/server/kube/client";
import type { ClusterContext } from "@/lib/server/kube/cluster-context";
import type { KubeError } from "@/lib/server/kube/kube-error";
import { log } from "@/lib/server/log";
import type { ViewerCluster } from "./cluster-check";
import { KeptSessions, SESSION_LIMITS, type SessionLimits } from "./kept-sessions";
import { KnownRights } from "./known-rights";
import { ReviewQueue } from "./review-queue";
import type { ScopeQuestion } from "./review-scope";
import { REVIEW_TIMES, type ReviewTimes } from "./review-times";
import { RightsOfUsers } from "./rights-of-users";
import type { ServerScope } from "./server-scope";
import type { ReviewFigures, SignedIn, Unchecked } from "./viewer";
import { type SessionWords, ViewerSession } from "./viewer-session";

export interface SessionsParts {
  /** The clusters that a viewer's credentials are sent to, and no other. */
  readonly contexts: readonly ClusterContext[];
  readonly fleet: FleetReader;
  readonly server: ServerScope;
  readonly readOnly: boolean;
  /** The writes that may leave the process. */
  readonly writes: readonly AllowedWrite[];
  readonly istioNamespace: string;
  /** The machine's own clock. */
  readonly clock: Clock;
  /** When rights are asked for again; as in life where it is missing. */
  readonly times?: ReviewTimes;
  /** How many viewers are known at once; as in life where it is missing. */
  readonly limits?: SessionLimits;
}

/** What somebody acts by. */
export interface ViewerCredentials {
  /** Tells these credentials from all others. It may be secret: nothing but a digest of it is kept. */
  readonly key: string;
  /** Whom every cluster has to say that they stand for, where that is known before: the name that the server impersonates. */
  readonly impersonates?: string;
  /** A cluster, spoken to by them. */
  contextOf(context: ClusterContext): ClusterContext;
}

/** The sessions of everybody who is known, one for each credentials: requests and streams by the same share its decisions. */
export interface ViewerSessions {
  /** The clusters that credentials are sent to. */
  readonly contexts: readonly ClusterContext[];
  /** Their names: one list that changes with them. */
  readonly clusters: readonly string[];
  /** Takes the clusters that credentials are sent to from now on. Every session goes on with those that stay. */
  setContexts(contexts: readonly ClusterContext[]): void;
  /** The viewer that the credentials stand for, by decisions that are fresh. Rejects with a refusal, as a session does. */
  viewer(credentials: ViewerCredentials): Promise<SignedIn>;
  /** The viewer that the credentials with this key stood for when that was told last; null = not known. Nothing is asked. */
  known(key: string): string | null;
  /** As a sign-in's. */
  follow(viewer: Viewer, changed: () => void, unchecked?: Unchecked): () => void;
  /** Ends the session of the credentials with this key, and its streams. `why`: what whoever asks meanwhile is told, where nobody signed out. */
  signOut(key: string, why?: string): void;
  /** How it goes with the questions about rights. */
  figures(): ReviewFigures;
  stop(): void;
}

/** Keeps sessions of one sign-in. */
export function viewerSessions(parts: SessionsParts, words: SessionWords): ViewerSessions {
  const sessions = new KeptSessions(parts.limits ?? SESSION_LIMITS);
  const sessionOf = new WeakMap<object, ViewerSession>();
  // What is kept of a key to know it again is of no use elsewhere.
  const salt = randomBytes(32);
  const times = parts.times ?? REVIEW_TIMES;
  const clusters = new SessionClusters(parts, times);
  clusters.change(parts.contexts);
  const clustersOf = new WeakMap<ViewerSession, (contexts: readonly ClusterContext[]) => readonly ViewerCluster[]>();
  const digestOf = (key: string) => createHmac("sha256", salt).update(key).digest("base64");

  function newSession(credentials: ViewerCredentials): ViewerSession {
    const made = (contexts: readonly ClusterContext[]) => contexts.flatMap((context) => clusters.ofViewer(context, credentials) ?? []);
    const { server, readOnly, clock } = parts;
    const session = new ViewerSession({ words, clusters: made(clusters.contexts), times, server, readOnly, clock });
    clustersOf.set(session, made);
    return session;
  }

  return {
    get contexts() {
      return clusters.contexts;
    },
    clusters: clusters.names,
    setContexts: (contexts) => {
      const { removed, added } = clusters.change(contexts);
      for (const session of sessions.all) session.changeClusters({ removed, added: clustersOf.get(session)?.(added) ?? [] });
    },
    viewer: async (credentials) => {
      const { viewer, session } = await sessions.viewerOf(digestOf(credentials.key), () => newSession(credentials));
      sessionOf.set(viewer, session);
      return viewer;
    },
    known: (key) => sessions.get(digestOf(key))?.known ?? null,
    follow: (viewer, changed, unchecked) => sessionOf.get(viewer)?.follow(viewer, { changed, unchecked }) ?? (() => undefined),
    signOut: (key, why) => sessions.signOut(digestOf(key), why),
    figures: () => ({
      asked: sum(clusters.queues.map((queue) => queue.asked)),
      waiting: sum(clusters.queues.map((queue) => queue.waiting)),
      held: sessions.all.filter((session) => session.isFollowed && session.heldSince.size > 0).length,
    }),
    stop: () => {
      for (const queue of clusters.queues) queue.end();
      for (const session of sessions.all) session.close();
    },
  };
}

/** The clusters of all sessions, each with what the sessions share of it. */
class SessionClusters {
  readonly names: string[] = [];
  contexts: readonly ClusterContext[] = [];
  readonly #shared = new Map<string, { readonly queue: ReviewQueue; readonly users: RightsOfUsers }>();

  constructor(
    private readonly parts: SessionsParts,
    private readonly times: ReviewTimes,
  ) {}

  get queues(): readonly ReviewQueue[] {
    return [...this.#shared.values()].map(({ queue }) => queue);
  }

  /** Returns what changed. A cluster with another context is removed and added. */
  change(contexts: readonly ClusterContext[]): { readonly removed: readonly string[]; readonly added: readonly ClusterContext[] } {
    const removed = this.contexts.filter((context) => !contexts.includes(context)).map(({ cluster }) => cluster);
    const added = contexts.filter((context) => !this.contexts.includes(context));
    for (const cluster of removed) {
      this.#shared.get(cluster)?.queue.end();
      this.#shared.delete(cluster);
    }
    for (const { cluster } of added) {
      const queue = new ReviewQueue(this.parts.clock, this.times, (error) => logTurn(cluster, error));
      this.#shared.set(cluster, { queue, users: new RightsOfUsers() });
    }
    this.contexts = contexts;
    this.names.splice(0, this.names.length, ...contexts.map(({ cluster }) => cluster));
    return { removed, added };
  }

  ofViewer(context: ClusterContext, credentials: ViewerCredentials): ViewerCluster | null {
    const shared = this.#shared.get(context.cluster);
    return shared === undefined ? null : viewerCluster({ ...this.parts, times: this.times, ...shared }, context, credentials);
  }
}

/** Once for all viewers: each of them would say the same. */
function logTurn(cluster: string, error: KubeError | null): void {
  if (error === null) log("info", "viewers' rights can be checked again", { cluster });
  else log("warn", "viewers' rights could not be checked", { cluster, detail: error.message });
}

interface ClusterParts extends SessionsParts {
  readonly times: ReviewTimes;
  readonly queue: ReviewQueue;
  readonly users: RightsOfUsers;
}

function viewerCluster(parts: ClusterParts, context: ClusterContext, credentials: ViewerCredentials): ViewerCluster {
  const { clock, writes, times, queue, users } = parts;
  const client: WritingClient = createKubeClient({ context: credentials.contextOf(context), clock, writes });
  const { impersonates } = credentials;
  const rights = new KnownRights({ client, impersonates, queue, users, times, clock, question: () => questionOf(parts, context.cluster) });
  return { cluster: context.cluster, client, ask: () => rights.renew(), askForMore: () => rights.lookForMore() };
}

function questionOf({ fleet, server, istioNamespace }: SessionsParts, cluster: string): ScopeQuestion | null {
  const own = server.get().clusters.get(cluster);
  // Nothing can be shown of it, and nobody can say that there is nothing.
  if (own === undefined) return null;
  const inhabited = inhabitedNamespaces(fleet, cluster);
  const empty = fleet.namespacesOf(cluster).names.filter((namespace) => !inhabited.includes(namespace));
  return { server: own, inhabited, empty, istioNamespace };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
