import { isHttpsProbe, probeTarget } from "./probe-error";
import { shellQuote } from "./shell-quote";

/** A line to copy, and what it is for. All of them only read. */
export interface Command {
  readonly what: string;
  readonly command: string;
}

/** What commands are made of; an empty string means "not known". `context` is the kubeconfig's context. */
export type CommandTarget =
  | {
      readonly kind: "entry";
      readonly context: string;
      readonly namespace: string;
      readonly name: string;
      readonly address: string;
      /** The istiod Pod and its namespace. */
      readonly controller: string;
      readonly controllerNamespace: string;
    }
  | {
      readonly kind: "group";
      readonly context: string;
      readonly namespace: string;
      readonly name: string;
      /** The address of the machine to look at first; "" = none. */
      readonly address: string;
    };

type EntryTarget = Extract<CommandTarget, { kind: "entry" }>;

interface EntryOfTarget {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly address: string;
  readonly controller: string;
}

/** The target of an entry's commands. Without a visible replica, istiod is taken to run in its usual namespace. */
export function entryTarget({ cluster, namespace, name, address, controller }: EntryOfTarget, replica: { readonly namespace: string } | null): EntryTarget {
  return { kind: "entry", context: cluster, namespace, name, address, controller, controllerNamespace: replica?.namespace ?? "istio-system" };
}

const HOST = /^[A-Za-z0-9][A-Za-z0-9.:_-]*$/;

/** Exact lines for one entry or one group, safe to paste whatever its names contain. */
export function commandsFor(target: CommandTarget): readonly Command[] {
  return target.kind === "entry"
    ? [...objectCommands(target, "workloadentry"), ...replicaCommands(target), analyze(target), ...machineCommands(target)]
    : [...machineCommands(target), entriesOfNamespace(target), ...objectCommands(target, "workloadgroup"), proxyStatus(target), analyze(target)];
}

function objectCommands(target: CommandTarget, kind: "workloadentry" | "workloadgroup"): readonly Command[] {
  const object = shellQuote(`${kind}/${target.name}`);
  return [
    { what: "The object as stored", command: `${kubectl(target, target.namespace)} get ${object} -o yaml` },
    { what: "The object in words", command: `${kubectl(target, target.namespace)} describe ${object}` },
  ];
}

function entriesOfNamespace(target: CommandTarget): Command {
  return { what: "The entries of the namespace, as they change", command: `${kubectl(target, target.namespace)} get workloadentries --watch` };
}

function replicaCommands(target: EntryTarget): readonly Command[] {
  if (target.controller === "" || target.controllerNamespace === "") return [];
  const [pod, inNamespace] = [shellQuote(`pod/${target.controller}`), kubectl(target, target.controllerNamespace)];
  return [
    { what: "Its istiod replica", command: `${inNamespace} get pod ${shellQuote(`--field-selector=metadata.name=${target.controller}`)} -o wide` },
    { what: "What the replica said of it", command: `${inNamespace} logs ${pod} -c discovery --since=1h | grep -F -e ${shellQuote(target.name)}` },
  ];
}

function analyze(target: CommandTarget): Command {
  return { what: "Istio's own check of the namespace", command: `istioctl analyze${contextFlag(target)} -n ${shellQuote(target.namespace)}` };
}

/** A machine's proxy is listed as HOSTNAME.NAMESPACE. */
function proxyStatus(target: CommandTarget): Command {
  const ofNamespace = shellQuote(`.${target.namespace}`);
  return { what: "The proxies of the namespace that istiod serves", command: `istioctl proxy-status${contextFlag(target)} | grep -F -e ${ofNamespace}` };
}

/** Only a host name or an address is a place to go: a unix socket is not, nor is anything that could pass for an option. */
export function isSshTarget(address: string): boolean {
  return HOST.test(address);
}

/** Returns the command that reads the log of the agent on a machine. `address`: of `isSshTarget`. */
export function agentLogCommand(address: string): Command {
  return { what: "The agent's log", command: `ssh ${address} sudo journalctl --unit istio --since -1h --no-pager` };
}

/** Returns the command that shows whether the agent of a machine runs. `address`: of `isSshTarget`. */
export function agentStatusCommand(address: string): Command {
  return { what: "Is the agent up?", command: `ssh ${address} systemctl status istio --no-pager` };
}

/** A port and a path that a shell on the machine reads as they are: a message is text of a stranger, and ssh hands its words to a second shell. */
const PROBE_TARGET = /^:\d{1,5}(?:\/[A-Za-z0-9._~/-]*)?$/;

/**
 * Returns the commands that repeat the probe of a failed machine, and list the process on its port. Empty = the message names no port, or the address is none for
 * ssh.
 */
export function probeCommands(address: string, message: string): readonly Command[] {
  const target = probeTarget(message);
  if (!isSshTarget(address) || !PROBE_TARGET.test(target)) return [];
  const [, port = ""] = /^:(\d+)/.exec(target) ?? [];
  const curl = isHttpsProbe(message) ? "curl -sSk -i https" : "curl -sS -i http";
  const listener = { what: `The process that listens on port ${port}`, command: `ssh ${address} ss -ltnp 'sport = :${port}'` };
  return target.includes("/")
    ? [{ what: "Its health probe, sent on the machine", command: `ssh ${address} ${curl}://localhost${target}` }, listener]
    : [listener];
}

function machineCommands({ address }: CommandTarget): readonly Command[] {
  if (!isSshTarget(address)) return [];
  return [
    { what: "Go to the machine", command: `ssh ${address}` },
    agentLogCommand(address),
    agentStatusCommand(address),
    { what: "Is its Envoy ready?", command: `ssh ${address} curl -sS -i http://localhost:15021/healthz/ready` },
  ];
}

/** Returns the beginning of a kubectl command in a namespace. */
export function kubectl(target: Pick<CommandTarget, "context">, namespace: string): string {
  return `kubectl${contextFlag(target)} -n ${shellQuote(namespace)}`;
}

/** Returns the flag with the kubeconfig's context, after a space; "" = the current one. */
export function contextFlag({ context }: Pick<CommandTarget, "context">): string {
  return context === "" ? "" : ` --context ${shellQuote(context)}`;
}
