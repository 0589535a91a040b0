import { type State, type StateWord, wordOfState } from "@/lib/domain/verdict";
import { replicaDoubtWords } from "./replica-doubt";

/** The explanation of a word. */
interface WordTexts {
  readonly word: string;
  readonly meaning: string;
  /** What Istio does by itself. */
  readonly next: string;
  /** What a person can do. */
  readonly todo: string;
}

/** The explanation of an exact state: that of its word, with its own name and cause. */
export interface StateWords extends WordTexts {
  /** The exact state in running text, where it says more than the word: "renewal overdue"; else "". */
  readonly exact: string;
  /** How an entry comes to it. */
  readonly cause: string;
}

/** The eight words (facts 3, 4.6, 10). */
export const WORD_TEXTS: Record<StateWord, WordTexts> = {
  healthy: {
    word: "Healthy",
    meaning: "The machine is connected and its last report was good. Services that select it send it traffic.",
    next: "istiod closes the connection at its maximum age. The agent connects again and repeats its report.",
    todo: "Nothing.",
  },
  unchecked: {
    word: "Not checked",
    meaning: "Services that select the machine send it traffic, without a health check.",
    next: "Nothing: it gets traffic for as long as the entry exists.",
    todo: "To check it, give the machine a probe in its bundle and create its entry anew.",
  },
  reconnecting: {
    word: "Reconnecting",
    meaning: "The machine changes its connection. It still gets traffic as before.",
    next: "The agent connects again within seconds. If it does not, the entry is deleted or becomes Unverified.",
    todo: "Nothing yet: this is routine.",
  },
  unhealthy: {
    word: "Unhealthy",
    meaning: "The machine is registered, but Istio sends it no traffic.",
    next: "Nothing until the agent reports success, or the entry gets an address.",
    todo: "Read the message, then look at the application and at the agent's log on the machine.",
  },
  lost: {
    word: "Lost",
    meaning: "The machine's connection ended and its entry is gone.",
    next: "Nothing. If the machine connects again, istiod creates a new entry.",
    todo: "Check that the machine runs and that its agent reaches istiod.",
  },
  unverified: {
    word: "Unverified",
    meaning: "Nothing proves that the machine is still connected. It may still get traffic.",
    next: "istiod's sweep removes a connection at 1.5 times its maximum age. It leaves other entries as they are.",
    todo: "Check the machine itself: does it run, and does its agent reach istiod?",
  },
  draining: {
    word: "Draining",
    meaning: "A person took the machine out of load balancing.",
    next: "It gets no new traffic while the label is set. Services with persistent sessions keep theirs.",
    todo: "Remove the label to send it traffic again.",
  },
  starting: {
    word: "Starting",
    meaning: "The machine's first health report has not arrived. Istio sends it no traffic yet.",
    next: "Istio waits for the first report without a limit.",
    todo: "If it lasts, check that the machine's own mesh.yaml has a readinessProbe. The group's probe reaches new bundles only.",
  },
};

const EXACT: Record<State, Pick<StateWords, "exact" | "cause"> & Partial<WordTexts>> = {
  unhealthy: { exact: "", cause: "The agent reported a failed probe. The message is from the moment of the first failure." },
  "no-endpoint": {
    word: "No endpoint",
    exact: "neither an address nor a network",
    cause: "The entry has neither an address nor a network, so callers get no endpoint for it.",
    todo: "Give the entry an address, or a network with a gateway.",
  },
  vanished: { exact: "", cause: "istiod deleted the entry after the grace period, its group was deleted, or a person removed it." },
  unverified: {
    exact: "replica gone or connection too old",
    cause: "The istiod replica of its connection is gone, restarted, past its deletion or on a silent Node. Or the connection is too old to be real.",
  },
  disconnected: {
    exact: "disconnected",
    cause: "The machine or its agent stopped, or cannot reach istiod. Or it registered and never connected.",
  },
  unreadable: {
    exact: "unreadable object",
    cause: "The object is no valid WorkloadEntry: a field has a wrong type or form, or a required field is missing.",
    todo: "Read the object as it is stored and repair the named field.",
  },
  draining: { exact: "", cause: "The entry has a non-empty label istio.io/draining." },
  awaiting: {
    exact: "",
    cause: "It has just registered, or its agent has no probe and never reports. A hand-written entry loses its report after a disconnection.",
  },
  overdue: {
    exact: "renewal overdue",
    cause: "istiod closes each connection at its maximum age. The new connection is late, or istiod did not write it down.",
    todo: "Wait a minute. If it stays, check the machine, and whether istiod can write to the API server.",
  },
  reconnecting: { exact: "", cause: "istiod closes each connection about every half hour, also in a rollout. Or the machine just stopped." },
  unchecked: {
    exact: "",
    cause: "The annotation proxy.istio.io/health-checks-enabled is missing or false. A health report is ignored.",
  },
  healthy: { exact: "", cause: "The agent reported success, and the istiod replica has run since before the connection began." },
};

/** The explanation of each exact state. */
export const stateWords = Object.fromEntries(
  Object.entries(EXACT).map(([state, own]) => [state, { ...WORD_TEXTS[wordOfState(state as State)], ...own }]),
) as Record<State, StateWords>;

/** A Healthy machine whose connection nothing proves: never green. `why` is the code of the doubt, "" = none or several different ones. */
export function unvouchedWords(why: string): StateWords {
  const doubt = replicaDoubtWords(why);
  return {
    word: `Healthy, ${doubt?.word ?? "connection not proved"}`,
    exact: "",
    meaning: "The last report was good, and services that select the machine send it traffic. Nothing proves that it is still connected.",
    cause: doubt?.cause ?? "The istiod replica is unverified or not visible. Or no istiod keeps this entry, and another tool writes its health.",
    next: stateWords.healthy.next,
    todo: doubt?.todo ?? "Look at istiod's Pods and their Nodes, or check the machine itself.",
  };
}

/** The explanation of a state. A Healthy machine whose connection nothing proves has its own, by the code of the doubt. */
export function wordsOf(state: State, vouched: boolean, why = ""): StateWords {
  return state === "healthy" && !vouched ? unvouchedWords(why) : stateWords[state];
}

/** The word of a state as counts name it: a machine without an endpoint counts as Unhealthy. */
export function countWord(state: State, vouched: boolean): string {
  return state === "healthy" && !vouched ? unvouchedWords("").word : WORD_TEXTS[wordOfState(state)].word;
}

/** A state as a tooltip: "Unverified: disconnected", or the word alone. */
export function stateTitle(state: State, vouched: boolean, why = ""): string {
  const { word, exact } = wordsOf(state, vouched, why);
  return exact === "" ? word : `${word}: ${exact}`;
}
