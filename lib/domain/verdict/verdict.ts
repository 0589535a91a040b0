/** The exact states of an entry. If several apply, the first of the list is its state. */
export const STATES = [
  "unhealthy",
  "no-endpoint",
  "vanished",
  "unverified",
  "disconnected",
  "unreadable",
  "draining",
  "awaiting",
  "overdue",
  "reconnecting",
  "unchecked",
  "healthy",
] as const;

export type State = (typeof STATES)[number];

/**
 * The eight words for states, in the order of lists, charts and filters: three for serving machines, three for trouble, two for machines that wait.
 */
export const STATE_WORDS = ["healthy", "unchecked", "reconnecting", "unhealthy", "lost", "unverified", "draining", "starting"] as const;

export type StateWord = (typeof STATE_WORDS)[number];

const WORD_OF = {
  unhealthy: "unhealthy",
  "no-endpoint": "unhealthy",
  vanished: "lost",
  unverified: "unverified",
  disconnected: "unverified",
  unreadable: "unverified",
  draining: "draining",
  awaiting: "starting",
  overdue: "reconnecting",
  reconnecting: "reconnecting",
  unchecked: "unchecked",
  healthy: "healthy",
} as const satisfies Record<State, StateWord>;

/** Returns the word of an exact state. */
export function wordOfState(state: State): StateWord {
  return WORD_OF[state];
}

/** Returns true for the first three words, whose machines are serving. */
export function isServingWord(word: StateWord): boolean {
  return word === "healthy" || word === "unchecked" || word === "reconnecting";
}

/** Returns the exact states of a word, in the order of STATES. */
export function statesCountedAs(word: StateWord): readonly State[] {
  return STATES.filter((state) => WORD_OF[state] === word);
}

/** The reason why the replica of an entry cannot have its connection. */
export type GhostReason = "no-such-pod" | "not-running" | "restarted" | "no-controller" | "past-deletion" | "node-silent";

/** The reasons why a replica is unverified, although no data shows that it stopped. */
export const UNVERIFIED_REPLICA_REASONS = [
  "replica-not-visible",
  "replica-not-ready",
  "not-ready-node-not-visible",
  "readiness-not-known",
  "node-not-ready",
  "node-not-known",
  "node-not-visible",
] as const;
export type UnverifiedReplicaReason = (typeof UNVERIFIED_REPLICA_REASONS)[number];

/** The connection between istiod and the machine, with its certainty. Times in milliseconds. */
export type Connection =
  | { readonly kind: "unmanaged" }
  | { readonly kind: "never" }
  | { readonly kind: "connected"; readonly since: number; readonly doubt: UnverifiedReplicaReason | null; readonly renewBy: number | null }
  | { readonly kind: "overdue"; readonly since: number; readonly doubt: UnverifiedReplicaReason | null; readonly dueAt: number }
  | { readonly kind: "leaked"; readonly since: number | null; readonly why: "too-old" | "in-the-future" | "no-time" }
  /**
   * `expectedBy`: the time until which machines should reconnect to another replica, after theirs was deleted in order. Null = they are not expected
   * to reconnect.
   */
  | { readonly kind: "ghost"; readonly since: number; readonly why: GhostReason; readonly expectedBy: number | null }
  | { readonly kind: "reconnecting"; readonly since: number; readonly deadline: number }
  /** `cleanedBy`: the time by which istiod should have cleaned up the entry. Null = not known. */
  | { readonly kind: "disconnected"; readonly since: number | null; readonly cleanedBy: number | null };

/** The kinds of connections, in the spelling of rows and of the history. */
export const CONNECTIONS = [
  "unmanaged",
  "never",
  "connected",
  "overdue",
  "leaked",
  "ghost",
  "reconnecting",
  "disconnected",
] as const satisfies readonly Connection["kind"][];

/** Whether Istio sends an entry to sidecars, and the reason (the serving value) (docs/istio.md#health-gate, #draining, #entry-states). */
export type Serving =
  | { readonly kind: "yes-checked" }
  | { readonly kind: "yes-unchecked"; readonly ignored: string | null }
  | { readonly kind: "no-unhealthy"; readonly message: string }
  | { readonly kind: "no-awaiting" }
  | { readonly kind: "no-draining" }
  /** The entry has neither an address nor a network: callers get no address for it. */
  | { readonly kind: "no-endpoint" }
  | { readonly kind: "unknown" };

/** The verdict of one entry in a world at one time. */
export interface Verdict {
  readonly connection: Connection;
  readonly serving: Serving;
  readonly state: State;
  /** False for a Healthy verdict that depends on a replica that is unverified or not visible. Such a verdict is never green. */
  readonly vouched: boolean;
  /** The next time at which the verdict changes without an event, in milliseconds. Null = only an event changes it. */
  readonly validUntil: number | null;
}

/** Returns true for a connection that a replica has, as far as is known. One with a late renewal counts, a ghost does not. */
export function isOpenConnection(kind: Connection["kind"]): boolean {
  return kind === "connected" || kind === "overdue";
}

const FIRST_CALM = STATES.indexOf("draining");

/** Returns true if a state is trouble. From draining on, a state is a decision of a user, a wait, a routine reconnect or healthy. */
export function isTrouble(state: State): boolean {
  return STATES.indexOf(state) < FIRST_CALM;
}
