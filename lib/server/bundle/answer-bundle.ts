import { type BundleDefaults, BundleRequest, type GeneratedBundles } from "@/lib/contract/answers/bundle";
import { type Bundle, bundleOf } from "@/lib/domain/bundle/bundle";
import { certificateCovers, containsPrivateKey, SHORTEST_TOKEN_SECONDS } from "@/lib/domain/bundle/credentials";
import { leadsThroughMeshGateway, parseGatewayAddress } from "@/lib/domain/bundle/gateway-address";
import { parseMachineInput } from "@/lib/domain/bundle/machine-choices";
import { visibleRevisions } from "@/lib/domain/new-group/istiod-for-machines";
import { isObjectName } from "@/lib/domain/object/kubernetes-object";
import { type MeshPreset, presetFieldValue } from "@/lib/domain/platform-policy/policies";
import { asUntypedObject } from "@/lib/domain/preview/values";
import { choiceProblemWords, gatewayProblemWords, leftOutWords, noAccountWords, noProbeWords, privateKeyWords } from "@/lib/format/bundle-words";
import { lacksNameWords } from "@/lib/format/certificate-names-words";
import { presetSourceWords } from "@/lib/format/guard-rails-words";
import type { ActingViewer, SignIn } from "@/lib/server/access/viewer";
import { loadTokens } from "@/lib/server/commands/load-commands";
import type { ReadRails } from "@/lib/server/guard-rails/read-rails";
import type { History } from "@/lib/server/history/history";
import { readBody } from "@/lib/server/http/handler";
import { Refusal } from "@/lib/server/http/problem";
import { unknownPath } from "@/lib/server/http/unknown-path";
import { archiveAnswer } from "./archive-answer";
import type { BundleParts } from "./bundle-parts";
import { bundleTexts } from "./bundle-texts";
import { publicReader } from "./found";
import { type GroupForBundle, groupForBundle } from "./group-for-bundle";
import { noteIssued } from "./issued-tokens";
import { keepMachineRails } from "./keep-machine-rails";
import { type MeshInputs, meshInputs } from "./mesh-inputs";
import { factsFor, presetsOf } from "./preset-facts";
import { type BundleAddress, readGroup } from "./read-group";
import { rootProblem } from "./root-fact";

interface Asked {
  readonly request: Request;
  readonly viewer: ActingViewer;
  readonly runtime: BundleParts & {
    readonly readRails: ReadRails;
    readonly history: Pick<History, "keepAudit">;
    readonly signIn: Pick<SignIn, "sessionOf">;
  };
  readonly params: BundleAddress;
}

/** What is known for a bundle of the group; `revision` in the query asks of another control plane. Where nothing may be written, there is no such address. */
export async function answerBundleStart(asked: Asked): Promise<BundleDefaults> {
  if (!asked.viewer.mayWrite) return unknownPath();
  const group = groupForBundle(await readGroup(asked.viewer, asked.params));
  const wanted = new URL(asked.request.url).searchParams.get("revision");
  const rails = await asked.runtime.readRails(asked.params.cluster);
  const presets = presetsOf(rails);
  const { network, ...named } = namedBy(group, presets);
  const revision = revisionOf(wanted ?? named.revision);
  const { mesh: _, meshConfig: __, meshProblem: ___, gatewaySeen: ____, istiods, ...facts } = await inputsOf(asked, revision);
  const known = {
    ...{ revision, revisionSource: wanted === null ? named.source : "", rails, ...facts, revisions: [...visibleRevisions(istiods.seen)] },
    ...factsFor(network, facts, { presets, now: asked.runtime.clock.now() }),
  };
  if (group.unreadable !== null) return { account: "", hasProbe: false, unreadable: group.unreadable, ...known };
  return { account: group.group.template.serviceAccount, hasProbe: group.probe !== null, unreadable: "", ...known };
}

/** The group's network, and its revision: that of its label, else that which a preset names for its network. */
function namedBy(group: GroupForBundle, presets: readonly MeshPreset[]) {
  const network = networkOf(group);
  if (group.unreadable === null && group.revision !== "") return { network, revision: group.revision, source: "the group's label istio.io/rev" };
  const given = presetFieldValue(presets, "revision", network);
  return given === null ? { network, revision: "", source: "" } : { network, revision: given.value, source: presetSourceWords(given) };
}

function networkOf(group: GroupForBundle): string {
  return group.unreadable === null ? group.group.template.network : "";
}

/** The files, in an answer that nobody keeps; with a token where one is asked for, made as the viewer. */
export async function answerBundle(asked: Asked): Promise<Response> {
  const tokens = await loadTokens(asked.viewer);
  if (tokens === null) return unknownPath();
  const wish = await readBody(asked.request, BundleRequest);
  const { cluster, namespace, name } = asked.params;
  const ready = () => readyBundles(asked, wish);
  // Which account it is, the group says.
  const { group, inputs, root, bundles, account } = await (wish.seconds === null
    ? ready()
    : tokens.beforeToken(asked, { cluster, namespace, name: "" }, ready));
  const handed =
    wish.seconds === null ? null : await tokens.tokenForMachines(asked, { cluster, namespace, name: account }, { seconds: wish.seconds, group: name });
  if (handed !== null) {
    const gateway = leadsThroughMeshGateway(wish.gateway, inputs.gateway.value);
    noteIssued({ cluster, namespace, group: name, account, at: asked.runtime.clock.now(), expiresAt: handed.expiresAt, isThroughGateway: gateway });
  }
  const machines = bundles.map(({ machine, bundle }) => ({ name: machine, files: filesOf(bundle, root) }));
  const notes = [
    ...(handed?.warnings ?? []),
    ...said(inputs.meshProblem),
    ...said(rootProblem(root, asked.runtime.clock.now())),
    ...lacksName(wish, inputs),
    ...notesOf(group, bundles[0]?.bundle, account),
  ];
  const { token = "", expiresAt = null } = handed ?? {};
  const made: GeneratedBundles = { machines, token, expiresAt, notes };
  if (wish.form === "files") return Response.json(made, { headers: { "Cache-Control": "no-store" } });
  const scripts = { context: cluster, namespace, group: name, account, seconds: wish.seconds ?? SHORTEST_TOKEN_SECONDS, version: inputs.version.value };
  return archiveAnswer(made, scripts, { now: asked.runtime.clock.now(), severalClusters: asked.viewer.scope.knownClusters.size > 1 });
}

/** The files without a token, and what they rest on; refuses whatever cannot be made. */
async function readyBundles(asked: Asked, wish: BundleRequest) {
  const group = groupForBundle(await readGroup(asked.viewer, asked.params));
  if (group.unreadable !== null) throw new Refusal(422, "No bundle", `No bundle can be made: ${group.unreadable}.`);
  const revision = revisionOf(wish.revision);
  const [inputs, rails] = await Promise.all([inputsOf(asked, revision), asked.runtime.readRails(asked.params.cluster)]);
  if (inputs.revisionProblem !== "") throw new Refusal(422, "No such revision", inputs.revisionProblem, "revision", { code: "no-revision" });
  const { rootCertificate } = factsFor(networkOf(group), inputs, { presets: presetsOf(rails), now: asked.runtime.clock.now() });
  const root = wish.rootCertificate.trim() === "" ? rootCertificate.value : wish.rootCertificate;
  if (!root.includes("BEGIN CERTIFICATE")) throw new Refusal(422, "No root certificate", "Paste the mesh's root certificate, in PEM.", "rootCertificate");
  if (containsPrivateKey(root)) throw new Refusal(422, "A private key", privateKeyWords(), "rootCertificate");
  const bundles = bundlesOf(wish, group, inputs, { istioNamespace: asked.runtime.config.istioNamespace, revision });
  const account = group.group.template.serviceAccount || wish.account;
  await keepMachineRails(asked.runtime.readRails, asked.params.cluster, bundles);
  return { group, inputs, root, bundles, account };
}

function filesOf(bundle: Bundle, root: string) {
  const texts = Object.entries(bundleTexts(bundle)).map(([name, text]) => ({ name, text }));
  return [...texts, { name: "root-cert.pem", text: root.endsWith("\n") ? root : `${root}\n` }];
}

interface Place {
  readonly istioNamespace: string;
  readonly revision: string;
}

function bundlesOf(wish: BundleRequest, { group, probe, proxyConfigs }: Extract<GroupForBundle, { unreadable: null }>, inputs: MeshInputs, place: Place) {
  const gateway = parseGatewayAddress(wish.gateway);
  if ("code" in gateway) throw new Refusal(422, "No address", gatewayProblemWords(gateway.code), `gateway.${gateway.field}`);
  const mesh = { ...inputs.mesh, trustDomain: wish.trustDomain, defaultConfig: { ...asUntypedObject(inputs.mesh.defaultConfig), meshId: wish.meshId } };
  const names = new Set<string>();
  return wish.machines.map((typed, index) => {
    const read = parseMachineInput(typed);
    if ("problem" in read) throw new Refusal(422, "Not understood", choiceProblemWords(read.problem), `machines.${index}.${read.problem.field}`);
    const machine = typed.name.trim();
    if (names.has(machine)) throw new Refusal(422, "Twice", `There are two machines named ${machine}.`, `machines.${index}.name`);
    names.add(machine);
    const choices = { ...read.choices, captureDns: wish.captureDns, autoRegister: wish.autoRegister };
    return {
      machine,
      labels: choices.labels,
      bundle: bundleOf({ group, probe, proxyConfigs, mesh, clusterId: wish.clusterId, gateway, machine: choices, ...place }),
    };
  });
}

function notesOf({ group, probe }: Extract<GroupForBundle, { unreadable: null }>, bundle: Bundle | undefined, account: string): readonly string[] {
  return [
    ...(group.template.serviceAccount === "" ? [noAccountWords({ account })] : []),
    ...(probe === null ? [noProbeWords()] : []),
    ...(bundle !== undefined && bundle.leftOut.length > 0 ? [leftOutWords(bundle.leftOut)] : []),
  ];
}

/** Machines that ask for istiod by a name are told of one that its certificate is known to lack. */
function lacksName(wish: BundleRequest, { certificateNames }: MeshInputs): readonly string[] {
  const gateway = parseGatewayAddress(wish.gateway);
  if ("code" in gateway || gateway.kind !== "name" || certificateCovers(certificateNames, gateway.name) !== false) return [];
  return [lacksNameWords({ name: gateway.name, source: certificateNames.source })];
}

function said(problem: string): readonly string[] {
  return problem === "" ? [] : [problem];
}

function inputsOf({ viewer, runtime, params: { cluster, namespace } }: Asked, revision: string): Promise<MeshInputs> {
  const { shareMeshFacts, istioNamespace } = runtime.config;
  const own = shareMeshFacts ? runtime.ownClientOf(cluster) : undefined;
  return meshInputs(publicReader({ viewer, cluster, own }), { namespace, istioNamespace, revision, now: runtime.clock.now() });
}

function revisionOf(text: string): string {
  if (text === "" || isObjectName(text)) return text;
  throw new Refusal(422, "No revision", "A revision is lower-case letters, digits and dashes.", "revision");
}
