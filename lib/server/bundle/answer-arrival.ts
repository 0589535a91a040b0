import type { MachineJoinDiagnosis } from "@/lib/contract/answers/arrival";
import { encodeSegment } from "@/lib/contract/url/paths";
import { istiodHost } from "@/lib/domain/bundle/istiod-address";
import { detectedArrivalCauses, uncheckedCauses } from "@/lib/domain/new-group/arrival";
import { isObjectName } from "@/lib/domain/object/kubernetes-object";
import { unreadFactWords } from "@/lib/format/bundle-words";
import type { ActingViewer } from "@/lib/server/access/viewer";
import type { History } from "@/lib/server/history/history";
import type { BundleParts } from "./bundle-parts";
import { type Found, publicReader } from "./found";
import { groupForBundle } from "./group-for-bundle";
import { knownToken } from "./known-token";
import { meshInputs } from "./mesh-inputs";
import { type BundleAddress, findGroup } from "./read-group";

interface Asked {
  readonly viewer: ActingViewer;
  readonly runtime: BundleParts & { readonly history: Pick<History, "lastToken"> };
  readonly params: BundleAddress;
}

/** What this server sees of why a machine does not come. What only the machine knows is not said here. */
export async function answerArrival({ viewer, runtime, params: { cluster, namespace, name } }: Asked): Promise<MachineJoinDiagnosis> {
  const group = accountOf(await findGroup(viewer, { cluster, namespace, name }));
  const { shareMeshFacts, istioNamespace } = runtime.config;
  const { token, isKept } = await knownToken(runtime.history, { cluster, namespace, group: name });
  const reader = publicReader({ viewer, cluster, own: shareMeshFacts ? runtime.ownClientOf(cluster) : undefined });
  const account = token?.account || group.account || "";
  // A group may name what can be no account: the API server has none of it, and is not asked.
  const isNamable = isObjectName(account);
  const place = `/api/v1/namespaces/${encodeSegment(namespace)}/serviceaccounts/${encodeSegment(account)}`;
  const [inputs, accountRead] = await Promise.all([
    meshInputs(reader, { namespace, istioNamespace, revision: group.revision, now: runtime.clock.now() }),
    // Whose accounts there are is no fact of the mesh: it is read as the viewer, or not at all.
    isNamable ? publicReader({ viewer, cluster, own: undefined }).read(place) : null,
  ]);
  const { gateway, gatewaySeen } = inputs;
  const sight = {
    ...{ groupAccount: group.account, token, accountThere: account !== "" && !isNamable ? false : thereOf(accountRead), now: runtime.clock.now() },
    ...{ gatewayThere: gatewaySeen ? gateway.value !== "" : null, isThroughGateway: token?.isThroughGateway ?? null },
  };
  return {
    token: token === null ? null : { at: token.at, expiresAt: token.expiresAt, account: token.account },
    tokensKept: isKept,
    found: [...detectedArrivalCauses(sight)],
    possible: [...uncheckedCauses(sight)],
    gateway: gateway.value,
    istioNamespace,
    istiod: istiodHost(istioNamespace, group.revision),
    unseen: [
      ...(accountRead !== null && sight.accountThere === null
        ? [unreadFactWords({ place: `ServiceAccount ${namespace}/${account}`, reason: "You may not read it." })]
        : []),
      ...(sight.gatewayThere === null ? [gateway.problem] : []),
    ],
  };
}

function thereOf(read: Found | null): boolean | null {
  if (read === null) return null;
  return read.ok ? true : read.error.kind === "not-found" ? false : null;
}

/** The group's account now; null = there is no such group. */
function accountOf(raw: unknown): { readonly account: string | null; readonly revision: string } {
  if (raw === null) return { account: null, revision: "" };
  const group = groupForBundle(raw);
  return group.unreadable === null ? { account: group.group.template.serviceAccount, revision: group.revision } : { account: "", revision: "" };
}
