import type { CommandAccepted, CommandObjectReference, CommandPermission, CommandRequest } from "@/lib/contract/commands";
import { encodeSegment } from "@/lib/contract/url/paths";
import { isObjectName, isResourceVersion } from "@/lib/domain/object/kubernetes-object";
import { asUntypedObject } from "@/lib/domain/preview/values";
import { isInScope } from "@/lib/domain/source/scope";
import { missingVerbsWords, noTrialWords, noVersionWords, onlyTriedWords } from "@/lib/format/command-words";
import type { AuditOrigin } from "@/lib/server/access/audit-origin";
import { signedInName } from "@/lib/server/access/signed-in-name";
import type { ActingViewer } from "@/lib/server/access/viewer";
import { RESOURCES } from "@/lib/server/cluster/kinds";
import type { Config } from "@/lib/server/config";
import type { ReadRails } from "@/lib/server/guard-rails/read-rails";
import { Refusal } from "@/lib/server/http/problem";
import { FIELD_MANAGER } from "@/lib/server/kube/allow-list";
import { createApiVersions } from "@/lib/server/kube/api-versions";
import type { WriteRequest, WritingClient } from "@/lib/server/kube/client";
import type { Answer } from "@/lib/server/kube/kube-error";
import { at, text } from "@/lib/server/kube/parse/json";
import { collectionPath } from "@/lib/server/kube/resource";
import { type AccessQuestion, reviewAccess } from "@/lib/server/kube/review-access";
import { audit, type KeepAudit, resultOf } from "./audit-line";
import { changedFieldsOf } from "./changed-fields";
import type { Command, CommandHistory, InputProblem, ReadInput } from "./command";
import { keepAddresses } from "./keep-addresses";
import { keepRails } from "./keep-rails";
import { refusalOf, type Step } from "./refusal-of";
import { givenWith } from "./seen-with";
import { NOTHING_TOLD, toldFacts } from "./told-facts";

/** A command under its name, for one object, as one viewer. */
export interface CommandCall {
  readonly viewer: ActingViewer;
  readonly name: string;
  readonly command: Command;
  readonly address: CommandObjectReference;
  /** Reads the rules of the platform team, as they are now. */
  readonly readRails: ReadRails;
  /** May what is written send callers to themselves? */
  readonly localAddresses: Config["localAddresses"];
  /** Where it comes from, for the audit. */
  readonly origin: AuditOrigin;
  /** Stores what a command stores in the history. */
  readonly history: CommandHistory;
  /** Keeps the audit line beside the log. */
  readonly keep: KeepAudit;
  /** Of a token: the group whose machines it is for. Missing = it is no token. */
  readonly forGroup?: string;
}

/** Whether the viewer may give the command, and which verbs are missing for it. */
export async function mayCommand(call: CommandCall): Promise<CommandPermission> {
  const missing = await missingVerbs(call, clientOf(call));
  if (missing.length === 0) return { may: true, missing: "" };
  return { may: false, missing: missingVerbsWords(missing), missingRights: missing.map(rightName) };
}

/** What came of a command, with what the API server answered. */
export interface Performed {
  readonly accepted: CommandAccepted;
  readonly value: unknown;
}

/** Makes one change as the viewer, and tells what a page may know of it. */
export async function runCommand(call: CommandCall, request: CommandRequest): Promise<CommandAccepted> {
  return (await performCommand(call, request)).accepted;
}

/**
 * Makes one change as the viewer: sight, input, precondition, permission, the platform team's rules, addresses, server dry run where it is declared, then
 * the change itself. One audit line, whatever comes of it, an object out of sight included. The change comes back through the watch, and is shown as done
 * only then.
 */
export async function performCommand(call: CommandCall, request: CommandRequest): Promise<Performed> {
  const line = { ...call, dryRun: request.dryRun };
  let changedFields: readonly string[] = [];
  let auditId = "";
  const told = (answer: Answer<unknown>) => {
    auditId = answer.auditId ?? auditId;
    return answer;
  };
  try {
    const client = clientOf(call);
    const input = call.command.readInput(request.input);
    changedFields = input.changedFields;
    const write = async (sent: WriteRequest) => {
      if (isWholeObject(call.command)) changedFields = (await changedFieldsOf(client, sent)) ?? changedFields;
      return told(await client.write(sent));
    };
    const performed = await made(call, { ...client, write }, input, request);
    const facts = toldFacts(call.command, request.dryRun, performed.value);
    audit({ ...line, changedFields, auditId, told: facts, result: request.dryRun ? "would be accepted" : "done" });
    return performed;
  } catch (thrown) {
    audit({ ...line, changedFields, auditId, told: NOTHING_TOLD, result: resultOf(thrown) });
    throw thrown;
  }
}

async function made(call: CommandCall, client: WritingClient, input: ReadInput, request: CommandRequest): Promise<Performed> {
  const { command, address } = call;
  if (command.dryRun === "only" && !request.dryRun) throw new Refusal(422, "Only a trial", onlyTriedWords(command), "dryRun");
  if (command.dryRun === "never" && request.dryRun) throw new Refusal(422, "No trial", noTrialWords(command), "dryRun");
  if (!input.body.ok) throw refusedInput(input.body.problem);
  const body = bodyWith(command, input.body.body, request.resourceVersion);
  const missing = await missingVerbs(call, client);
  if (missing.length > 0) throw new Refusal(403, "Not allowed", `${missingVerbsWords(missing)}.`, undefined, { missingRights: missing.map(rightName) });
  if (command.stores !== undefined) return storeInHistory(call, command.stores, body, request);
  await keepRails(call, body);
  const version = answered(command, await createApiVersions(client).versionOf(RESOURCES[command.kind]), "before");
  const path = `${objectPath(command, version, address)}?fieldManager=${FIELD_MANAGER}`;
  await keepAddresses(call, body, async () => answered(command, await client.get(objectPath(command, version, address)), "before"));
  const strict = command.isTyped ? "&fieldValidation=Strict" : "";
  const send = (suffix: "" | typeof TRIAL) => client.write({ verb: command.verb, path: `${path}${suffix}${strict}`, body: triedBody(command, body, suffix) });
  const trial = request.dryRun || command.dryRun === "first" ? await send(TRIAL) : null;
  if (trial !== null) answered(command, trial, "dry-run");
  const last = request.dryRun && trial !== null ? trial : await send("");
  const value = answered(command, last, "change");
  const resourceVersion = text(at(value, "metadata", "resourceVersion"));
  return { accepted: { dryRun: request.dryRun, resourceVersion, ...warned(last) }, value };
}

async function storeInHistory(
  { viewer, address, history }: CommandCall,
  stores: NonNullable<Command["stores"]>,
  body: Readonly<Record<string, unknown>>,
  { dryRun }: CommandRequest,
): Promise<Performed> {
  await stores({ history, address, scope: viewer.scope, who: signedInName(viewer.subject, address.cluster), dryRun }, body);
  return { accepted: { dryRun, resourceVersion: "" }, value: null };
}

function refusedInput({ title, detail, field, causes = [] }: InputProblem): Refusal {
  return new Refusal(422, title, detail, field, { causes });
}

const TRIAL = "&dryRun=All";

/** The API server reads the options of a deletion from its body, where it has one, and then not from the query: a trial has to say so in both. */
function triedBody({ verb }: Command, body: Readonly<Record<string, unknown>>, suffix: "" | typeof TRIAL) {
  return verb === "delete" && suffix === TRIAL ? { ...body, dryRun: ["All"] } : body;
}

/** What the API server warned of, where it did. */
function warned(answer: Answer<unknown>): Pick<CommandAccepted, "warnings"> {
  return answer.ok && answer.warnings !== undefined ? { warnings: [...answer.warnings] } : {};
}

/** The body with what must still be so when the API server takes it. */
function bodyWith(command: Command, body: Readonly<Record<string, unknown>>, resourceVersion: string): Readonly<Record<string, unknown>> {
  if (command.precondition !== "version-seen") return body;
  if (!isResourceVersion(resourceVersion)) throw new Refusal(422, "No version", noVersionWords(command), "resourceVersion");
  if (command.verb === "delete")
    return { apiVersion: "v1", kind: "DeleteOptions", ...body, preconditions: { ...asUntypedObject(body.preconditions), resourceVersion } };
  const metadata = typeof body.metadata === "object" ? body.metadata : {};
  return { ...body, metadata: { ...metadata, resourceVersion } };
}

/** Is a whole object sent in the place of one that is there? Only a comparison says which of its fields that changes. */
function isWholeObject({ verb, subresource, dryRun }: Command): boolean {
  return verb === "update" && subresource === "" && dryRun !== "only";
}

/** The collection of what is created, else the object; a subresource below it. */
function objectPath({ kind, verb, subresource }: Command, version: string, { namespace, name }: CommandObjectReference): string {
  const collection = collectionPath(RESOURCES[kind], version, namespace);
  if (verb === "create" && subresource === "") return collection;
  return `${collection}/${encodeSegment(name)}${subresource === "" ? "" : `/${subresource}`}`;
}

function clientOf({ viewer, command, address: { cluster, namespace, name } }: CommandCall): WritingClient {
  if (!isObjectName(namespace) || !isObjectName(name)) {
    throw new Refusal(400, "Not a name", "A namespace and a name are lower-case letters, digits, dots and dashes.");
  }
  const client = viewer.clientOf(cluster);
  if (client === undefined || !isInScope(viewer.scope, cluster, givenWith(command), namespace)) {
    throw new Refusal(404, "Not there", `There is no such ${command.noun} in your sight.`);
  }
  return client;
}

/** Asks Kubernetes for each verb and returns those that the viewer lacks. */
async function missingVerbs(call: CommandCall, client: WritingClient): Promise<readonly ReturnType<typeof questionOf>[]> {
  const asked = call.command.permission.map(async (verb) => {
    const question = questionOf(call, verb);
    return { question, may: answered(call.command, await reviewAccess(client, question), "before") };
  });
  return (await Promise.all(asked)).filter(({ may }) => !may).map(({ question }) => question);
}

/** "create serviceaccounts/token": a right without its API group and namespace. */
function rightName({ verb, resource, subresource }: ReturnType<typeof questionOf>): string {
  return `${verb} ${resource}${subresource === undefined ? "" : `/${subresource}`}`;
}

/** A right may have been given for some names only; what is created has no name yet. */
function questionOf({ command, address }: CommandCall, verb: AccessQuestion["verb"]) {
  const { group, kind: resource } = RESOURCES[command.kind];
  const { subresource } = command;
  const isNamed = verb !== "create" || subresource !== "";
  return {
    ...{ verb, group, resource, namespace: address.namespace },
    ...(isNamed && { name: address.name }),
    ...(subresource !== "" && { subresource }),
  };
}

function answered<T>(command: Command, answer: Answer<T>, step: Step): T {
  if (answer.ok) return answer.value;
  throw refusalOf(answer.error, step, command);
}
