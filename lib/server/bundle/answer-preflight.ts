import type { NewGroupPreflight } from "@/lib/contract/answers/preflight";
import { revisionsForMachines } from "@/lib/domain/new-group/istiod-for-machines";
import { isObjectName } from "@/lib/domain/object/kubernetes-object";
import { presetFieldValues } from "@/lib/domain/platform-policy/policies";
import { isInScope } from "@/lib/domain/source/scope";
import { noIstiodWords, unseenIstiodWords } from "@/lib/format/new-group/istiod-words";
import type { ActingViewer } from "@/lib/server/access/viewer";
import type { ReadRails } from "@/lib/server/guard-rails/read-rails";
import { Refusal } from "@/lib/server/http/problem";
import { unknownPath } from "@/lib/server/http/unknown-path";
import { wireFact } from "@/lib/server/wire-fact";
import type { BundleParts } from "./bundle-parts";
import { publicReader } from "./found";
import { meshInputs } from "./mesh-inputs";
import { presetsOf } from "./preset-facts";
import type { IstiodsRead } from "./read-istiods";
import { readyFacts } from "./ready-facts";
import { versionsFact } from "./versions-fact";

/** The segments of the address: where a group is to be made. */
export interface PreflightAddress {
  readonly cluster: string;
  readonly namespace: string;
}

interface Asked {
  readonly viewer: ActingViewer;
  readonly runtime: BundleParts & { readonly readRails: ReadRails };
  readonly params: PreflightAddress;
}

/** What of the mesh a new group needs, read as the viewer, else with the server's own account where a setting allows. */
export async function answerPreflight({ viewer, runtime, params: { cluster, namespace } }: Asked): Promise<NewGroupPreflight> {
  if (!viewer.mayWrite) return unknownPath();
  if (!isObjectName(namespace) || !isInScope(viewer.scope, cluster, "workloadgroups", namespace)) {
    throw new Refusal(404, "Not there", "There is no such namespace in your sight.", "namespace");
  }
  const { shareMeshFacts, istioNamespace } = runtime.config;
  const own = shareMeshFacts ? runtime.ownClientOf(cluster) : undefined;
  const now = runtime.clock.now();
  const reader = publicReader({ viewer, cluster, own });
  const rails = await runtime.readRails(cluster);
  const presets = presetsOf(rails);
  const revision = presetFieldValues(presets, "revision").find(({ network }) => network === null)?.value ?? "";
  const [apiVersions, inputs] = await Promise.all([versionsFact(reader), meshInputs(reader, { namespace, istioNamespace, revision, now })]);
  const { istiods } = inputs;
  return {
    rails,
    waits: { grace: wireFact(istiods.waits.grace), maxAge: wireFact(istiods.waits.maxAge) },
    facts: readyFacts({ apiVersions, inputs, presets, namespace, istioNamespace, shares: shareMeshFacts, now }),
    istiod: istiodOf(istiods, runtime),
  };
}

function istiodOf({ seen, source, readBy, unread }: IstiodsRead, { config, clock }: Asked["runtime"]): NewGroupPreflight["istiod"] {
  const { istioNamespace: namespace, shareMeshFacts: shares } = config;
  const revisions = revisionsForMachines(seen, clock.now()).map(({ version, settings, ...rest }) => ({
    ...rest,
    version: version ?? "",
    settings: [...settings],
  }));
  // Where Pods can be seen they tell everything; a Deployment adds the revision of which none is there.
  const told = { revisions, source, readBy: [...readBy] };
  if (seen.pods !== null) return { ...told, problem: revisions.length === 0 ? noIstiodWords({ namespace }) : "" };
  const missing = ["list pods", "list deployments.apps"].map((right) => ({ right, namespace }));
  return { ...told, problem: unseenIstiodWords({ reasons: unread, namespace, shares }), missing, ...(!shares && { setting: "STOLOS_SHARE_MESH_FACTS" }) };
}
