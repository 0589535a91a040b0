import type { KubeObject } from "./kube-api";
import type { ProxyNode } from "./proxy";

/** One thing that happens to machines, replicas or objects. Machines are "namespace/name", replicas "a" or a Pod's name. */
export type Step =
  | { readonly verb: "connect"; readonly proxy: ProxyNode }
  | { readonly verb: "health"; readonly machine: string; readonly problem: string }
  | { readonly verb: "disconnect" | "vanish"; readonly machine: string }
  | { readonly verb: "start-istiod" | "lose-istiod"; readonly replica: string }
  /** `writes`: the machines whose disconnection is still written; the others' is lost with the replica. */
  | { readonly verb: "stop-istiod"; readonly replica: string; readonly writes?: readonly string[] }
  | { readonly verb: "wait"; readonly durationMs: number }
  | { readonly verb: "apply"; readonly objects: readonly KubeObject[] }
  /** `name` null deletes all of the kind in the namespace. */
  | { readonly verb: "delete"; readonly kind: string; readonly namespace: string; readonly name: string | null }
  | {
      readonly verb: "mark";
      readonly field: "labels" | "annotations";
      readonly kind: string;
      readonly namespace: string;
      readonly name: string;
      readonly key: string;
      readonly value: string;
    };

const shortNames = new Map([
  ["we", "WorkloadEntry"],
  ["wg", "WorkloadGroup"],
  ["pod", "Pod"],
]);

/** Reads one line of a scenario; null for what only looks (`state`, `kubectl get`). `files` are the objects that `kubectl apply -f` names. */
export function parseStep(line: string, files: ReadonlyMap<string, readonly KubeObject[]>): Step | null {
  const [verb = "", ...words] = line.split(" ");
  const rest = words.join(" ");
  const first = words[0] ?? "";
  switch (verb) {
    case "state":
      return null;
    case "wait":
      return { verb, durationMs: durationOf(rest) };
    case "connect":
      return { verb, proxy: JSON.parse(rest) as ProxyNode };
    case "health":
      return { verb, machine: first, problem: words.slice(1).join(" ") };
    case "disconnect":
    case "vanish":
      return { verb, machine: first };
    case "start-istiod":
    case "stop-istiod":
    case "lose-istiod":
      return { verb, replica: first };
    case "kubectl":
      return parseKubectl(words, files);
    default:
      throw new Error(`unknown step "${verb}"`);
  }
}

function parseKubectl(words: readonly string[], files: ReadonlyMap<string, readonly KubeObject[]>): Step | null {
  const namespace = words[0] === "-n" ? (words[1] ?? "") : "";
  const [verb, ...rest] = words[0] === "-n" ? words.slice(2) : words;
  const [what = "", name = "", change = ""] = rest;
  const kind = shortNames.get(what) ?? what;
  const [key = "", value = ""] = change.split("=");
  switch (verb) {
    case "get":
      return null;
    case "apply":
      return { verb, objects: files.get(name) ?? [] };
    case "delete":
      return { verb, kind, namespace, name: name === "--all" ? null : name };
    case "label":
      return { verb: "mark", field: "labels", kind, namespace, name, key, value };
    case "annotate":
      return { verb: "mark", field: "annotations", kind, namespace, name, key, value };
    default:
      throw new Error(`unknown kubectl verb "${verb}"`);
  }
}

function durationOf(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text);
  if (match === null) throw new Error(`not a duration: "${text}"`);
  return Number(match[1]) * (match[2] === "ms" ? 1 : match[2] === "s" ? 1000 : 60_000);
}
