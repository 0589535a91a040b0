import type { BundleRequest } from "@/lib/contract/answers/bundle";
import type { BulkDeletionImpactRequest } from "@/lib/contract/answers/deletion";
import type { PreviewRequest } from "@/lib/contract/answers/preview";
import { COMMAND_INPUTS, type CommandInput, isObjectCommandName, type ObjectCommandName } from "@/lib/contract/commands";

/** The object that a command is about, as somebody has seen it. */
export interface CommandTarget {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/**
 * An input for a command, and the request to the API server by which the command writes: its method, and the kind with what stands below it. A command that
 * the history stores has the request whose right it needs.
 */
interface SentCommand<Name extends ObjectCommandName> {
  readonly input: (target: CommandTarget) => CommandInput<Name>;
  readonly writes: string;
}

const ISTIO = "networking.istio.io/v1";
const SELECTED = { app: "proof" };

/** What is typed of an object of each kind, in JSON, which is YAML. */
const SPECS: Readonly<Record<string, object>> = {
  ServiceAccount: { apiVersion: "v1" },
  Service: { apiVersion: "v1", spec: { selector: SELECTED, ports: [{ name: "http", port: 80 }] } },
  WorkloadGroup: { apiVersion: ISTIO, spec: { metadata: { labels: SELECTED }, template: { serviceAccount: "default" } } },
  WorkloadEntry: { apiVersion: ISTIO, spec: { address: "10.77.0.1", labels: SELECTED } },
  ServiceEntry: {
    apiVersion: ISTIO,
    spec: {
      hosts: ["proof.example"],
      resolution: "STATIC",
      ports: [{ number: 80, name: "http", protocol: "HTTP" }],
      workloadSelector: { labels: SELECTED },
    },
  },
};

const textOf = (kind: string, name: string, { namespace }: CommandTarget) =>
  JSON.stringify({ kind, ...SPECS[kind], metadata: { name, namespace, labels: SELECTED } });
/** An object that is not there yet. */
const made = (kind: string) => (target: CommandTarget) => ({ text: textOf(kind, "written-by-proof", target) });
/** The object that was seen, as another text. */
const changed = (kind: string) => (target: CommandTarget) => ({ text: textOf(kind, target.name, target), uid: target.uid });
const seen = ({ uid }: CommandTarget) => ({ uid });
const lost = ({ uid }: CommandTarget) => ({ uid, losses: [{ name: "proof-vm", at: 1_000 }] });
const muted = ({ uid }: CommandTarget) => ({ uid, mutes: [{ code: "STL126", until: Date.UTC(2100, 0), reason: "proof" }] });

/** Every command that is declared, as a page would send it where everything is right. Of one that has no line here the compiler asks. */
export const SENT_COMMANDS: { readonly [Name in ObjectCommandName]: SentCommand<Name> } = {
  "set-expected-size": { input: () => ({ size: "4" }), writes: "PATCH workloadgroups" },
  "plan-leaves": { input: ({ uid }) => ({ uid, leaves: [{ entry: "proof-vm", by: null, reason: "proof" }] }), writes: "PATCH workloadgroups" },
  "accept-losses": { input: lost, writes: "PUT workloadgroups" },
  "undo-accepted-losses": { input: lost, writes: "PUT workloadgroups" },
  "add-incident-note": { input: () => ({ incident: "none", text: "proof" }), writes: "PUT workloadgroups" },
  "edit-incident-note": { input: () => ({ incident: "none", note: "none", edit: 1, text: "proof" }), writes: "PUT workloadgroups" },
  "undo-incident-note": { input: () => ({ incident: "none", note: "none", edit: 1 }), writes: "PUT workloadgroups" },
  "mute-workloadentry": { input: muted, writes: "PATCH workloadentries" },
  "mute-workloadgroup": { input: muted, writes: "PATCH workloadgroups" },
  "mute-service": { input: muted, writes: "PATCH services" },
  "mute-serviceentry": { input: muted, writes: "PATCH serviceentries" },
  "issue-token": { input: () => ({ seconds: 3_600 }), writes: "POST serviceaccounts/token" },
  "create-serviceaccount": { input: made("ServiceAccount"), writes: "POST serviceaccounts" },
  "create-workloadgroup": { input: made("WorkloadGroup"), writes: "POST workloadgroups" },
  "create-service": { input: made("Service"), writes: "POST services" },
  "create-serviceentry": { input: made("ServiceEntry"), writes: "POST serviceentries" },
  "edit-workloadgroup": { input: changed("WorkloadGroup"), writes: "PUT workloadgroups" },
  "edit-workloadentry": { input: changed("WorkloadEntry"), writes: "PUT workloadentries" },
  "edit-service": { input: changed("Service"), writes: "PUT services" },
  "edit-serviceentry": { input: changed("ServiceEntry"), writes: "PUT serviceentries" },
  "delete-workloadentry": { input: seen, writes: "DELETE workloadentries" },
  "delete-workloadgroup": { input: seen, writes: "DELETE workloadgroups" },
  "delete-serviceentry": { input: seen, writes: "DELETE serviceentries" },
  "delete-serviceaccount": { input: seen, writes: "DELETE serviceaccounts" },
  "drain-workloadentry": { input: ({ uid }) => ({ uid, reason: "proof" }), writes: "PATCH workloadentries" },
  "undrain-workloadentry": { input: seen, writes: "PATCH workloadentries" },
  "try-new-service": { input: made("Service"), writes: "POST services" },
  "try-service": { input: changed("Service"), writes: "PUT services" },
  "try-new-serviceentry": { input: made("ServiceEntry"), writes: "POST serviceentries" },
  "try-serviceentry": { input: changed("ServiceEntry"), writes: "PUT serviceentries" },
  "try-new-workloadentry": { input: made("WorkloadEntry"), writes: "POST workloadentries" },
  "try-workloadentry": { input: changed("WorkloadEntry"), writes: "PUT workloadentries" },
  "try-new-workloadgroup": { input: made("WorkloadGroup"), writes: "POST workloadgroups" },
  "try-workloadgroup": { input: changed("WorkloadGroup"), writes: "PUT workloadgroups" },
};

/** The names of all commands. */
export const COMMAND_NAMES: readonly ObjectCommandName[] = Object.keys(COMMAND_INPUTS).filter(isObjectCommandName);

/** The files and the token of one machine, as a page asks for them. */
export const BUNDLE_ASKED: BundleRequest = {
  ...{ revision: "", clusterId: "Kubernetes", trustDomain: "cluster.local", meshId: "", rootCertificate: "", account: "default" },
  ...{ gateway: { address: "192.0.2.1", way: "own-resolver", resolved: "" }, captureDns: true, autoRegister: true },
  ...{ machines: [{ name: "m-1", internalIp: "10.0.0.1", externalIp: "", labels: "", locality: "" }], seconds: 3_600, form: "archive" },
};

/** What pages ask about several machines that might be deleted. */
export const severalAsked = ({ cluster, uid }: CommandTarget): BulkDeletionImpactRequest => ({ entries: [`${cluster}/${uid}`] });

/** What the page of previews asks for. */
export const previewAsked = (target: CommandTarget): PreviewRequest => ({ cluster: target.cluster, text: textOf("Service", "written-by-proof", target) });
