import { type State, type StateWord, wordOfState } from "@/lib/domain/verdict/verdict";
import { replicaDoubtWords } from "./replica-doubt";
import { stateWord } from "./state-words";

/** The explanation of a state, in whole sentences. */
export interface StateExplanation {
  readonly word: string;
  readonly meaning: string;
  /** The reason for the state. */
  readonly cause: string;
  /** The next step of Istio, without a person. */
  readonly next: string;
  /** The next step of a person. */
  readonly todo: string;
}

const OF_WORD: Readonly<Record<StateWord, Omit<StateExplanation, "word" | "cause">>> = {
  healthy: {
    meaning: "The machine is connected and its last report was good. Services that select it send it traffic.",
    next: "istiod closes the connection at its maximum age. The agent connects again and repeats its report.",
    todo: "Nothing.",
  },
  unchecked: {
    meaning: "Services that select the machine send it traffic, without a health check.",
    next: "The machine gets traffic for as long as the entry exists.",
    todo: "Give the machine a probe in its bundle, then let it register again.",
  },
  reconnecting: {
    meaning: "The machine changes its connection. It still gets traffic as before.",
    next: "The agent connects again within seconds. If it does not, the entry is deleted or becomes Unverified.",
    todo: "Wait a minute: this is routine.",
  },
  unhealthy: {
    meaning: "The machine is registered, but gets no traffic.",
    next: "The state stays until the agent reports success, or the entry gets an address.",
    todo: "Read the message, then look at the application and at the agent's log on the machine.",
  },
  lost: {
    meaning: "The machine's connection ended and its entry is gone.",
    next: "istiod creates a new entry if the machine connects again.",
    todo: "Check that the machine runs and that its agent reaches istiod.",
  },
  unverified: {
    meaning: "The connection of the machine is not proved. It may still get traffic.",
    next: "istiod's sweep removes a connection at 1.5 times its maximum age. It leaves other entries as they are.",
    todo: "Check the machine itself: does it run, and does its agent reach istiod?",
  },
  draining: {
    meaning: "A person took the machine out of load balancing.",
    next: "It gets no new traffic while the label is set. Services with persistent sessions keep theirs.",
    todo: "Remove the label to send it traffic again.",
  },
  starting: {
    meaning: "The machine's first health report has not arrived. It gets no traffic yet.",
    next: "Istio waits for the first report without a limit.",
    todo: "If it lasts, check that the machine's own mesh.yaml has a readinessProbe. The group's probe reaches new bundles only.",
  },
};

const OF_STATE: Readonly<Record<State, Pick<StateExplanation, "cause"> & Partial<StateExplanation>>> = {
  unhealthy: { cause: "The agent reported a failed probe. The message is from the moment of the first failure." },
  "no-endpoint": {
    cause: "The entry has neither an address nor a network, so callers get no endpoint for it.",
    todo: "Give the entry an address, or a network with a gateway.",
  },
  vanished: { cause: "istiod deleted the entry after the grace period, its group was deleted, or a person removed it." },
  unverified: {
    cause: "The istiod replica of its connection is gone, restarted, past its deletion or on a silent Node. Or the connection is too old to be real.",
  },
  disconnected: {
    cause: "The machine or its agent stopped, or cannot reach istiod. Or it registered and never connected.",
  },
  unreadable: {
    cause: "The object is not a valid WorkloadEntry: a field has a wrong type or form, or is missing.",
    todo: "Open the YAML of the object and repair the named field.",
  },
  draining: { cause: "The entry has a non-empty label istio.io/draining." },
  awaiting: {
    cause: "It has just registered, or its agent has no probe and never reports. A hand-written entry loses its report after a disconnection.",
  },
  overdue: {
    cause: "istiod closes each connection at its maximum age. The new connection is late, or istiod did not write it down.",
    todo: "Wait a minute. If it stays, check the machine, and whether istiod can write to the API server.",
  },
  reconnecting: { cause: "istiod closes each connection about every half hour, also in a rollout. Or the machine just stopped." },
  unchecked: {
    cause: "The annotation proxy.istio.io/health-checks-enabled is missing or false. A health report is ignored.",
  },
  healthy: { cause: "The agent reported success, and the istiod replica has run since before the connection began." },
};

/** The explanation of a state. A Healthy machine whose connection nothing proves has its own, by the code of the doubt. */
export function stateExplanation(state: State, vouched: boolean, why = ""): StateExplanation {
  const word = stateWord(state, vouched, why);
  const known = { word, ...OF_WORD[wordOfState(state)], ...OF_STATE[state] };
  return state === "healthy" && !vouched ? { ...known, ...unvouchedTexts(why) } : known;
}

function unvouchedTexts(why: string): Pick<StateExplanation, "meaning" | "cause" | "todo"> {
  const doubt = replicaDoubtWords(why);
  return {
    meaning: "The last report was good, and services that select the machine send it traffic. The connection is not proved.",
    cause: doubt?.cause ?? "The istiod replica is in doubt or not visible. Or no istiod keeps this entry, and another tool writes its health.",
    todo: doubt?.todo ?? "Look at istiod's Pods and their Nodes, or check the machine itself.",
  };
}
