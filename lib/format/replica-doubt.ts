import type { UnverifiedReplicaReason } from "@/lib/domain/verdict/verdict";

/** What a page says of a replica that nobody can vouch for, though nothing says that it does not run. `replica` is its name. */
interface DoubtWords {
  /** The word of a list, after "Healthy, ". */
  readonly word: string;
  /** A few words for a table's column. */
  readonly why: (replica: string) => string;
  /** The end of the sentence "This machine is reported healthy, but …". */
  readonly lead: { readonly present: string; readonly past: string };
  readonly cause: string;
  readonly todo: string;
}

const NODE_RIGHT = "Ask for the right to list Nodes, or check the machine directly.";
const WAIT_FOR_REPLICA = "Look at the replica's Pod and its Node. In a rollout, wait until it is over.";

const DOUBTS: Readonly<Record<UnverifiedReplicaReason, DoubtWords>> = {
  "replica-not-visible": {
    word: "replica not visible",
    why: () => "replica not visible",
    lead: { present: "its replica is not visible", past: "its replica was not visible" },
    cause: "The istiod Pods cannot be read with these rights.",
    todo: "Ask for the right to list Pods in istiod's namespace, or check the machine directly.",
  },
  "replica-not-ready": {
    word: "replica not ready",
    why: (replica) => `${replica} is not ready`,
    lead: { present: "its replica is not ready", past: "its replica was not ready" },
    cause: "The Pod of the istiod replica that holds the connection runs, and its condition Ready is False. That alone ends no connection.",
    todo: WAIT_FOR_REPLICA,
  },
  "not-ready-node-not-visible": {
    word: "replica not ready",
    why: (replica) => `${replica} is not ready; whether its Node is lost cannot be told`,
    lead: {
      present: "its replica is not ready, and whether its Node is lost cannot be told",
      past: "its replica was not ready, and whether its Node was lost could not be told",
    },
    cause: "The condition Ready of the replica's Pod is False, as it is when a Node is lost, and its Node cannot be seen.",
    todo: NODE_RIGHT,
  },
  "readiness-not-known": {
    word: "replica's readiness not known",
    why: (replica) => `whether ${replica} is ready is not known`,
    lead: { present: "whether its replica is ready is not known", past: "whether its replica was ready was not known" },
    cause: "The replica's Pod has no condition Ready, or one that is neither True nor False.",
    todo: WAIT_FOR_REPLICA,
  },
  "node-not-ready": {
    word: "replica's Node not ready",
    why: (replica) => `the Node of ${replica} is not ready`,
    lead: { present: "the Node of its replica is not ready", past: "the Node of its replica was not ready" },
    cause: "The kubelet of the replica's Node reports that the Node is not ready.",
    todo: WAIT_FOR_REPLICA,
  },
  "node-not-known": {
    word: "replica's Node not known",
    why: (replica) => `the state of the Node of ${replica} is not known`,
    lead: { present: "the state of its replica's Node is not known", past: "the state of its replica's Node was not known" },
    cause: "The Node that the replica's Pod names is not among the Nodes, or it has no condition Ready.",
    todo: WAIT_FOR_REPLICA,
  },
  "node-not-visible": {
    word: "replica's Node not visible",
    why: (replica) => `Nodes are not visible: whether that of ${replica} is lost cannot be told`,
    lead: {
      present: "whether its replica's Node is lost cannot be told",
      past: "whether its replica's Node was lost could not be told",
    },
    cause: "Nodes cannot be read with these rights, so nobody here can tell whether the one of the replica is lost.",
    todo: NODE_RIGHT,
  },
};

/** The words of a doubt by its code, or null where the code is none. */
export function replicaDoubtWords(code: string): DoubtWords | null {
  return isDoubt(code) ? DOUBTS[code] : null;
}

function isDoubt(code: string): code is UnverifiedReplicaReason {
  return Object.hasOwn(DOUBTS, code);
}
