import { compareText } from "@/lib/domain/object/compare-text";

/** The releases that the text of a version can mean: from `from` (inclusive) to `to` (exclusive), as numbers of `releaseSortKey`. */
interface ReleaseRange {
  readonly from: number;
  readonly to: number;
}

/** Suffixes of image versions whose istiod is equal to that of the release. */
const SAME_BUILD = /^-(distroless|debug)$/;
const DEVELOPMENT = /^[-.](alpha|beta|rc|dev|main|master)\b/i;
const MINOR = 1000;
const MAJOR = MINOR * MINOR;

/**
 * Returns a number by which releases are ordered: `1.30.5` is after `1.30.0` and before `1.31.0`. Throws for any other text, so that it is for
 * constants only.
 */
export function releaseSortKey(release: string): number {
  const [, major, minor, patch] = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(release) ?? [];
  if (major === undefined) throw new TypeError(`no release: ${release}`);
  return Number(major) * MAJOR + Number(minor) * MINOR + Number(patch);
}

/**
 * Returns the releases whose behaviour a version can have. Empty = the text contains no release. A version with an image suffix behaves as its
 * release. A build with another suffix can have any patch of its minor release. A development build can also be as old as the start of the previous
 * minor release.
 */
function releasesOf(version: string): readonly ReleaseRange[] {
  const [, major, minor, patch, suffix = ""] = /^v?(\d{1,3})\.(\d{1,3})(?:\.(\d{1,3}))?(.*)$/s.exec(version) ?? [];
  if (major === undefined || minor === undefined) return [];
  const first = Number(major) * MAJOR + Number(minor) * MINOR;
  const isRelease = patch !== undefined && (suffix === "" || SAME_BUILD.test(suffix));
  if (isRelease) return [one(first + Number(patch))];
  const all = { from: first, to: first + MINOR };
  if (!DEVELOPMENT.test(suffix)) return [all];
  return [one(first - MINOR), patch === undefined ? all : one(first + Number(patch))];
}

function one(release: number): ReleaseRange {
  return { from: release, to: release + 1 };
}

/** Compares two versions by their first release, then by their text. */
export function compareVersions(a: string, b: string): number {
  return (releasesOf(a)[0]?.from ?? 0) - (releasesOf(b)[0]?.from ?? 0) || compareText(a, b);
}

/** A range of Istio's releases in which istiod has a behaviour, or does not have it. */
export interface BehaviourSpan {
  /** The first release. */
  readonly from: string;
  /** The first release after the range. Null = the range ends with the newest minor release that was read (`NEWEST_READ_RELEASE`). */
  readonly until: string | null;
  readonly does: boolean;
  /**
   * The evidence: a branch or release with a file, a commit or a release note. Read in istio/istio (heads of branches in August 2026) and in the
   * release notes on istio.io.
   */
  readonly source: string;
}

/**
 * The newest minor release whose source was read. The behaviour of later minor releases is not known. A later patch of a minor release counts as its
 * newest patch that was read.
 */
export const NEWEST_READ_RELEASE = "1.32";

const never = (from: string, until: string | null, source: string): BehaviourSpan => ({ from, until, does: false, source });
const always = (from: string, until: string | null, source: string): BehaviourSpan => ({ from, until, does: true, source });

/** All differences between versions of istiod on which a rule, a page or an engine depends. No other code compares versions. */
export const ISTIOD_BEHAVIOURS = {
  /** A ServiceEntry's selector without labels selects every machine and Pod of its namespace, for sidecars only. */
  emptySelectorSelectsAll: [
    always("1.0.0", "1.18.0", "istio#44159 (description); release-1.17 lacks c7dd7eda1c0"),
    never("1.18.0", "1.30.0", "c7dd7eda1c0 (istio#44159), in 1.18.0 and release-1.24 to release-1.29"),
    always("1.30.0", "1.30.5", "3899a8b21d3 (istio#58951), serviceentry uses krt.FilterLabel, release-1.30; no fix in the notes of 1.30.1 to 1.30.4"),
    never("1.30.5", "1.31.0", "istio#61755 on release-1.30; release note of 1.30.5"),
    always("1.31.0", "1.31.1", "release-1.31 at eed52ebb66ad (= 1.31.0), measured"),
    never("1.31.1", "1.32.0", "release note of 1.31.1"),
    never("1.32.0", null, "istio#61690 on master, before 1.32 was cut"),
  ],
  /** istiod reads the locality from the label `topology.istio.io/locality` first, then from `istio-locality`. */
  readsTopologyLocality: [
    never("1.20.0", "1.29.0", "pkg/model/proxy.go has istio-locality only, release-1.20 to release-1.28"),
    always("1.29.0", null, "9e87e3ff8a6 (istio#58186), in 1.29.0, release-1.30, release-1.31, master"),
  ],
  /** `PILOT_AUTO_SEND_UNHEALTHY_ENDPOINTS` exists, and istiod sends unhealthy endpoints unless a DestinationRule sets `minHealthPercent`. */
  sendsUnhealthyByDefault: [
    never("1.20.0", "1.31.0", "pilot/pkg/features/experimental.go without the variable, release-1.20 to release-1.30"),
    always("1.31.0", null, "pilot/pkg/features/experimental.go, release-1.31 and master"),
  ],
  /** istiod sends unhealthy endpoints of a service with a traffic distribution. */
  sendsUnhealthyByDistribution: [
    never("1.20.0", "1.25.0", "pilot/pkg/xds/endpoints/endpoint_builder.go reads the global variable only, release-1.24"),
    always("1.25.0", null, "pilot/pkg/model/service.go SupportsUnhealthyEndpoints, release-1.25 to release-1.31, master"),
  ],
  /** `PILOT_ENABLE_IP_AUTOALLOCATE` is on by default. */
  allocatesAddressesByDefault: [
    never("1.20.0", "1.25.0", "pilot/pkg/features/pilot.go: absent in release-1.22, false in 1.24.6"),
    always("1.25.0", null, "pilot/pkg/features/pilot.go: true in 1.25.0, release-1.27 to release-1.31, master"),
  ],
  /** `PILOT_MULTI_NETWORK_DISCOVER_GATEWAY_API` is on by default. */
  discoversGatewaysByDefault: [
    never("1.20.0", "1.23.0", "pilot/pkg/features/pilot.go: false in 1.20.0 and 1.22.0"),
    always("1.23.0", null, "pilot/pkg/features/pilot.go: true in 1.23.0, release-1.24 to release-1.31, master"),
  ],
  /** The registration of a machine whose proxy accepts HBONE writes the label `networking.istio.io/tunnel: http`. */
  writesTunnelLabel: [
    never("1.20.0", "1.29.6", "pilot/pkg/autoregistration/controller.go without it in 1.28.10, 1.29.4 and 1.29.5"),
    always("1.29.6", "1.30.0", "f38e7f93a20 (istio#60793), in 1.29.6"),
    never("1.30.0", "1.30.3", "pilot/pkg/autoregistration/controller.go without it in 1.30.1 and 1.30.2"),
    always("1.30.3", "1.31.0", "6e8072417ce (istio#60794), in 1.30.3"),
    always("1.31.0", null, "6bf602de1ef (istio#60788), in 1.31.0-alpha.0, release-1.31, master"),
  ],
  /**
   * The sweep of entries reads `--keepaliveMaxServerConnectionAge=0` as unlimited, like gRPC. In earlier releases it removes the entries of connected
   * machines.
   */
  keepsEntriesWithoutMaximumAge: [
    never(
      "1.20.0",
      "1.31.0",
      "pilot/pkg/autoregistration/controller.go NewController without maxConnAge <= 0, release-1.24 to release-1.30; no fix in the notes up to 1.30.5",
    ),
    always("1.31.0", null, "892d3b351f4 (istio#60749), in 1.31.0-alpha.0, release-1.31 and master"),
  ],
  /** `~namespace/host` of a Sidecar's egress listener excludes hosts. The webhook of earlier releases rejects it. */
  excludesHosts: [
    never("1.20.0", "1.31.0", "pilot/pkg/model/sidecar.go without excludePrefix, release-1.30"),
    always("1.31.0", null, "pilot/pkg/model/sidecar.go excludePrefix, release-1.31; note 60139"),
  ],
  /** `zoneAwareLbSetting` has an effect on the order of endpoints. */
  balancesByZone: [
    never("1.20.0", "1.31.0", "pilot/pkg/networking/core/loadbalancer without it, release-1.20 to release-1.30"),
    always("1.31.0", null, "cb9728f907e (istio#60765), release-1.31 and master"),
  ],
  /**
   * The object for a VirtualService's destination that is not imported is a Kubernetes Service, otherwise the oldest object with the host name.
   * Earlier releases use that of the first namespace by name.
   */
  routesToBestOwner: [
    never("1.20.0", "1.30.0", "pilot/pkg/model/sidecar.go pickFirstVisibleNamespace, release-1.29"),
    always("1.30.0", null, "24e7135b7f3 (istio#59486), in 1.30.0, release-1.31, master"),
  ],
  /** A caller without a network gets the gateway of an endpoint's network, if there is one. Earlier releases send the endpoint itself. */
  sendsGatewayWithoutOwnNetwork: [
    never("1.20.0", "1.30.0", "pilot/pkg/xds/endpoints/ep_filters.go before 85a983a136e; not in 1.29.6"),
    always("1.30.0", null, "85a983a136e (istio#58613), in 1.30.0, release-1.31, master"),
  ],
  /** Names of namespaces in `defaultServiceExportTo` have an effect. In earlier releases only `.` and `*` have one. */
  countsNamedDefaultExports: [
    never("1.20.0", "1.30.3", "pilot/pkg/model/push_context.go IsServiceVisible before 99f2f4f55d5; note 60560 is not in 1.29.6 and 1.30.2"),
    always("1.30.3", null, "f9faaac5bbe (istio#60819) in 1.30.3; 99f2f4f55d5 (istio#60701) in release-1.31 and master"),
  ],
  /** istiod orders endpoints of a service that callers resolve by DNS by labels, and panics for a list of several localities. */
  ordersDnsByLabels: [
    never("1.20.0", "1.30.0", "pilot/pkg/networking/core/cluster_traffic_policy.go passes no endpoints, release-1.24 to 1.29.6"),
    always(
      "1.30.0",
      null,
      "225ab8ff1fc (istio#58674), in 1.30.0, release-1.31, master; panic measured with 1.31.0; no fix in the notes up to 1.30.5 and 1.31.1",
    ),
  ],
  /** `failoverPriority` skips a network that comes first and differs, and compares the other labels. Earlier releases end the comparison there. */
  comparesBeyondNetwork: [
    never("1.20.0", "1.31.0", "pilot/pkg/networking/core/loadbalancer/loadbalancer.go without includesNetwork, release-1.24 to release-1.30"),
    always("1.31.0", null, "b6787c126ec (istio#60829), release-1.31 and master"),
  ],
} as const satisfies Readonly<Record<string, readonly BehaviourSpan[]>>;

/** The name of a difference between versions of istiod. */
export type IstiodBehaviour = keyof typeof ISTIOD_BEHAVIOURS;

/** The versions of the istiod that serves a mesh, as far as they are known. */
export interface IstiodVersions {
  /** The version of istiod. Null = not known. */
  readonly istioVersion: string | null;
  /** Versions of other replicas of the same revision, if they differ; "" = not known. */
  readonly otherVersions: readonly string[];
  /** The assumed behaviours, in one of several possible meshes. */
  readonly supposed?: Readonly<Partial<Record<IstiodBehaviour, boolean>>>;
}

/** Returns whether istiod of all these versions has a behaviour. Null = not known: the versions differ, or no source covers one of them. */
export function hasBehaviourInVersions(behaviour: IstiodBehaviour, versions: readonly (string | null)[]): boolean | null {
  const outcomes = new Set(versions.length === 0 ? [null] : versions.map((version) => behaviourIn(behaviour, version ?? "")));
  const [outcome = null] = outcomes;
  return outcomes.size === 1 ? outcome : null;
}

/** Returns the versions of all replicas of istiod that serve a mesh, without duplicates. */
export function distinctIstiodVersions({ istioVersion, otherVersions }: IstiodVersions): readonly (string | null)[] {
  return [...new Set([istioVersion, ...otherVersions])];
}

/** Returns whether the istiod of a mesh has a behaviour. Null = not known. */
export function hasBehaviour(behaviour: IstiodBehaviour, mesh: IstiodVersions): boolean | null {
  return mesh.supposed?.[behaviour] ?? hasBehaviourInVersions(behaviour, distinctIstiodVersions(mesh));
}

/**
 * Returns whether the istiod of a mesh has a behaviour. If that is not known, the result is that of the newest release that was read. The calling
 * code shows the uncertainty, or computes both outcomes (`possibleMeshVariants`).
 */
export function hasBehaviourAssumingNewest(behaviour: IstiodBehaviour, mesh: IstiodVersions): boolean {
  return hasBehaviour(behaviour, mesh) ?? newestOf(behaviour);
}

/**
 * Returns one mesh for each combination of outcomes of those behaviours that the versions of istiod leave open, the usual outcomes first. If none is
 * open: only the mesh.
 */
export function possibleMeshVariants<M extends IstiodVersions>(behaviours: readonly IstiodBehaviour[], mesh: M): readonly [M, ...M[]] {
  let views: readonly [M, ...M[]] = [mesh];
  for (const behaviour of behaviours) {
    if (hasBehaviour(behaviour, mesh) !== null) continue;
    const usual = newestOf(behaviour);
    const [first, ...others] = views.flatMap((view) => [usual, !usual].map((does) => ({ ...view, supposed: { ...view.supposed, [behaviour]: does } })));
    if (first !== undefined) views = [first, ...others];
  }
  return views;
}

function newestOf(behaviour: IstiodBehaviour): boolean {
  return ISTIOD_BEHAVIOURS[behaviour].at(-1)?.does ?? false;
}

const AFTER_NEWEST = releaseSortKey(`${NEWEST_READ_RELEASE}.0`) + 1000;

function behaviourIn(behaviour: IstiodBehaviour, version: string): boolean | null {
  const spans: readonly BehaviourSpan[] = ISTIOD_BEHAVIOURS[behaviour];
  const outcomes = new Set<boolean | null>();
  for (const { from, to } of releasesOf(version)) {
    const covering = spans.filter((span) => releaseSortKey(span.from) < to && endOf(span) > from);
    for (const { does } of covering) outcomes.add(does);
    const [first] = covering;
    const last = covering.at(-1);
    if (first === undefined || last === undefined || releaseSortKey(first.from) > from || endOf(last) < to) outcomes.add(null);
  }
  const [outcome = null] = outcomes;
  return outcomes.size === 1 ? outcome : null;
}

function endOf({ until }: BehaviourSpan): number {
  return until === null ? AFTER_NEWEST : releaseSortKey(until);
}
