import type { MaySetSize, SetSize, SizeAccepted } from "@/lib/contract/expected-size";
import { encoded } from "@/lib/contract/paths";
import { cutText } from "@/lib/domain/clean-text";
import { EXPECTED_SIZE_ANNOTATION } from "@/lib/domain/expected-size";
import { isResourceVersion } from "@/lib/domain/resource-version";
import { inScope } from "@/lib/domain/scope";
import { Refusal } from "@/lib/server/http/problem";
import { createApiVersions } from "@/lib/server/kube/api-versions";
import type { WritingClient } from "@/lib/server/kube/client";
import type { Answer, KubeError } from "@/lib/server/kube/kube-error";
import { at, text } from "@/lib/server/kube/parse/json";
import { collectionPath, RESOURCES } from "@/lib/server/kube/resources";
import { reviewAccess } from "@/lib/server/kube/review-access";
import { log } from "@/lib/server/log";
import type { Runtime } from "@/lib/server/runtime";

/** Whose size: the segments of the address. */
export interface GroupAddress {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

type Reached = Pick<Runtime, "viewer"> & { watchOf(cluster: string): { readonly client: WritingClient } | undefined };

const NAME = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

const NO_VERSION = "The version of a group is a whole number above 0, as the page shows it. Load the page again, then save.";

/** Whether the size may be set with these credentials; in read-only mode nobody may, and nobody is asked. */
export async function maySetExpectedSize(runtime: Reached, address: GroupAddress): Promise<MaySetSize> {
  const client = clientOf(runtime, address);
  if (!runtime.viewer().mayWrite) return { may: false, missing: "" };
  const allowed = await mayPatch(client, address.namespace);
  return { may: allowed, missing: allowed ? "" : missingVerb(address) };
}

/**
 * Writes a group's expected size as an annotation: permission, parse, server dry run, then the patch itself, which fails where the group
 * has changed since `resourceVersion`. One audit line, whatever comes of it. The change comes back through the watch.
 */
export async function setExpectedSize(runtime: Reached, address: GroupAddress, { size, resourceVersion }: SetSize): Promise<SizeAccepted> {
  const client = clientOf(runtime, address);
  try {
    if (!runtime.viewer().mayWrite) throw new Refusal(403, "Read-only", "This server writes nothing: STOLOS_READ_ONLY is on.");
    const value = sizeOf(size);
    if (!isResourceVersion(resourceVersion)) throw new Refusal(422, "No version", NO_VERSION, "resourceVersion");
    if (!(await mayPatch(client, address.namespace))) throw new Refusal(403, "Not allowed", `${missingVerb(address)}.`, "size");
    const version = answered(await createApiVersions(client).versionOf(RESOURCES.workloadgroups));
    const path = `${collectionPath(RESOURCES.workloadgroups, version, address.namespace)}/${encoded(address.name)}?fieldManager=stolos`;
    const patch = { metadata: { resourceVersion, annotations: { [EXPECTED_SIZE_ANNOTATION]: value } } };
    answered(await client.patch(`${path}&dryRun=All`, patch));
    const written = answered(await client.patch(path, patch));
    audit(address, value ?? "", "done");
    return { resourceVersion: text(at(written, "metadata", "resourceVersion")) };
  } catch (thrown) {
    audit(address, size, thrown instanceof Refusal ? `refused: ${thrown.status} ${thrown.title}` : "failed");
    throw thrown;
  }
}

/** What was typed as the annotation holds it; null = take it away. */
function sizeOf(typed: string): string | null {
  const digits = typed.trim();
  if (digits === "") return null;
  if (/^\d{1,6}$/.test(digits)) return String(Number(digits));
  throw new Refusal(422, "No size", "A size is a whole number of at most six digits. Leave it empty to take it away.", "size");
}

function clientOf(runtime: Reached, { cluster, namespace, name }: GroupAddress): WritingClient {
  if (!NAME.test(namespace) || !NAME.test(name))
    throw new Refusal(400, "Not a name", "A namespace and a name are lower-case letters, digits, dots and dashes.");
  const watch = runtime.watchOf(cluster);
  if (watch === undefined || !inScope(runtime.viewer().scope, cluster, "workloadgroups", namespace)) {
    throw new Refusal(404, "Not there", "There is no such group in your sight.");
  }
  return watch.client;
}

async function mayPatch(client: WritingClient, namespace: string): Promise<boolean> {
  const { group, kind } = RESOURCES.workloadgroups;
  return answered(await reviewAccess(client, { verb: "patch", group, resource: kind, namespace }));
}

function missingVerb({ namespace }: GroupAddress): string {
  return `The verb patch on workloadgroups.networking.istio.io in namespace ${namespace} is missing`;
}

function answered<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value;
  throw refusalOf(answer.error);
}

/** The API server's refusal with the way out of it. */
function refusalOf(error: KubeError): Refusal {
  const { kind, message } = error;
  if (kind === "not-found") return new Refusal(404, "Not there", "The group is not there any more.", "size");
  if (kind === "forbidden") return new Refusal(403, "Not allowed", message, "size");
  if (kind === "invalid" && error.status === 409) {
    return new Refusal(409, "Changed meanwhile", "Somebody changed the group since this page showed it. Look at what it says now, then save again.", "size");
  }
  if (kind === "invalid") return new Refusal(422, "Not accepted", message, "size");
  return new Refusal(502, "The API server gave no answer", `${message} Nothing is known to have changed: look at the page, then try again.`, "size");
}

function audit({ cluster, namespace, name }: GroupAddress, size: string, outcome: string): void {
  log("info", "audit", { command: "set-expected-size", cluster, namespace, name, size: cutText(size, 32), outcome });
}
