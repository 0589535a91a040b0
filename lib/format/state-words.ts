import type { State } from "@/lib/domain/verdict";
import { replicaDoubtWords } from "./replica-doubt";

/** Everything a page says to explain one state. */
export interface StateWords {
  readonly word: string;
  /** What the word says of the machine. */
  readonly meaning: string;
  /** How an entry comes to it. */
  readonly cause: string;
  /** What Istio does by itself. */
  readonly next: string;
  /** What a person can do. */
  readonly todo: string;
}

/** One state each: word, meaning, cause, what Istio does next, what to do (facts 3, 4.6, 10). */
export const stateWords: Record<State, StateWords> = {
  unreadable: {
    word: "Unreadable",
    meaning: "The object cannot be parsed as a WorkloadEntry, or it has neither an address nor a network.",
    cause: "A field has a type or a form that Istio's API does not allow, a required one is missing, or there is neither an address nor a network.",
    next: "istiod may skip an object that cannot be read, or read parts of it. Without address and network, callers get no endpoint or an empty address.",
    todo: "Read the object as it is stored and repair what is named.",
  },
  vanished: {
    word: "Vanished",
    meaning: "The entry existed and does not any more.",
    cause: "istiod deleted it after the grace period, its group was deleted, or a person removed it.",
    next: "Nothing. If the machine connects again, istiod creates a new entry.",
    todo: "Look for the machine itself: is it up, and does its istio-agent reach istiod?",
  },
  unhealthy: {
    word: "Unhealthy",
    meaning: "The machine is registered, but its health check fails: Istio does not send it to any sidecar.",
    cause: "The agent on the machine reported a failed probe. The message is the one at the moment it failed, not the latest.",
    next: "Nothing until the agent reports again. It does so only when the result flips, and once after each reconnection.",
    todo: "Read the probe's message, then look at the application and at the agent's log on the machine.",
  },
  disconnected: {
    word: "Disconnected",
    meaning: "No istiod holds a connection of this machine.",
    cause: "The machine or its agent stopped, or cannot reach istiod. Or it was registered and never connected since.",
    next: "Once the grace period is over, an auto-registered entry is deleted; a hand-written one stays and loses its health report.",
    todo: "Check that the machine runs and that its agent reaches istiod. Until the entry is gone or its report removed, it may still get traffic.",
  },
  unverified: {
    word: "Unverified",
    meaning: "Istio lists this machine as connected, but nobody can vouch for it.",
    cause:
      "The istiod replica that held its connection is gone, has restarted since, is past its deletion or on a Node that has stopped reporting. Or the connection is older than any real one can be.",
    next: "Nothing until 1.5 times the maximum connection age has passed: then a sweep cleans up. Without such a maximum, never.",
    todo: "Check the machine directly. If it is alive, it connects to another replica by itself within minutes.",
  },
  overdue: {
    word: "Overdue",
    meaning: "The connection should have been renewed by now and was not.",
    cause: "istiod closes each connection at its maximum age, and the agent opens a new one. Here the new one is late, or it was not written down.",
    next: "If no renewal is written, a sweep cleans up at 1.5 times the maximum connection age.",
    todo: "Wait a minute. If it stays, check the machine and whether istiod can write to the API server.",
  },
  reconnecting: {
    word: "Reconnecting",
    meaning: "The machine left a moment ago and is within its grace period. It may still get traffic if it did before.",
    cause: "Mostly routine: istiod recycles each connection about every half hour. Or the machine just stopped.",
    next: "If it is back before the grace period ends, nothing. Else an auto-registered entry is deleted, a hand-written one loses its health report.",
    todo: "Wait for the end of the countdown before you worry.",
  },
  draining: {
    word: "Draining",
    meaning: "The machine was taken out of load balancing on purpose.",
    cause: "The entry carries a non-empty label istio.io/draining.",
    next: "Istio leaves it out for as long as the label is there. Services with persistent sessions still send it their existing sessions.",
    todo: "Remove the label when hosts that select the machine shall send to it again.",
  },
  awaiting: {
    word: "Awaiting first probe",
    meaning: "Health decides about this machine and nothing was reported yet: Istio does not send it to any sidecar.",
    cause: "It has just registered, or its agent has no probe and will never report. In a hand-written entry, the report is removed after a disconnection.",
    next: "Istio waits for the first report, as long as it takes.",
    todo: "If it lasts longer than the probe needs, check that the machine's own mesh.yaml has a readinessProbe: the one on the group reaches only new bundles.",
  },
  unchecked: {
    word: "Not checked",
    meaning: "Istio sends this machine to whoever selects it, without asking about its health.",
    cause: "The entry lacks the annotation proxy.istio.io/health-checks-enabled with a true value. A health report, if there is one, is ignored.",
    next: "Nothing: it may get traffic for as long as the entry exists.",
    todo: "If it should be checked, give the machine a probe in its bundle and let its entry be created anew.",
  },
  healthy: {
    word: "Healthy",
    meaning: "The machine is connected, its last report was good, and it may get traffic from hosts that select it.",
    cause: "The agent reported success, and the istiod replica that holds the connection runs since before it began.",
    next: "istiod recycles the connection at its maximum age; the agent connects again and repeats its report.",
    todo: "Nothing.",
  },
};

/** Healthy, and nobody can vouch for it: never shown in green. `why` is the code of the doubt, "" where there is none or several have different ones. */
export function unvouchedWords(why: string): StateWords {
  const doubt = replicaDoubtWords(why);
  return {
    word: `Healthy, ${doubt?.word ?? "not vouched for"}`,
    meaning:
      "The last report was good and the machine may get traffic from hosts that select it, but nobody here can tell whether the connection still exists.",
    cause: doubt?.cause ?? "The istiod replica is in doubt or out of sight, or no istiod keeps this entry and something outside writes its health.",
    next: stateWords.healthy.next,
    todo: doubt?.todo ?? "Look at istiod's Pods and their Nodes, or check the machine directly.",
  };
}

/** The words of a state; a Healthy that nobody vouches for has its own, by the code of the doubt where that is known. */
export function wordsOf(state: State, vouched: boolean, why = ""): StateWords {
  return state === "healthy" && !vouched ? unvouchedWords(why) : stateWords[state];
}
