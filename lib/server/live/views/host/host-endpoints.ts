import type { ServiceQuery } from "@/lib/contract/url/service-query";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import {
  type CallerService,
  candidateStatusByPort,
  type EndpointStatus,
  endpointStatusByPort,
  type SentOnOtherPort,
  sentOnOtherPorts,
  sliceAddressStateForCaller,
  sliceAddressStatusByPort,
} from "@/lib/domain/selection/caller-service";
import { ambientReasonsAgainst, hostNameEndpointOf, inlineEndpointsOf, type ServiceEndpoint, serviceEndpointOf } from "@/lib/domain/selection/host-endpoint";
import { withEndpointListSent } from "@/lib/domain/selection/matching";
import type { MeshService, StoredPod } from "@/lib/domain/selection/objects";
import { areAllStateReasons } from "@/lib/domain/selection/reasons";
import { type MergedSliceAddress, portsForSliceAddress, type SliceAddressState, storedAddressState } from "@/lib/domain/selection/slice-addresses";
import type { MeshSettings } from "@/lib/domain/selection/world";
import { isSourceVisible, type Scope } from "@/lib/domain/source/scope";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { isHostNameEndpoint } from "@/lib/server/hosts/caller-counts";
import type { HostObject, MemberView } from "@/lib/server/hosts/host-reader";
import { addressesInSight } from "@/lib/server/hosts/slice-addresses";
import { isHiddenByEntry } from "@/lib/server/hosts/taken-pods";

/** One possible endpoint of a host: a machine, a Pod, an address of an EndpointSlice, or an endpoint that the object itself contains. */
export type Member =
  | { readonly kind: "machine"; readonly ref: EntryRef }
  | { readonly kind: "pod"; readonly pod: StoredPod }
  | { readonly kind: "address"; readonly address: MergedSliceAddress }
  | { readonly kind: "inline"; readonly index: number }
  /** The host name itself, which callers resolve by DNS. */
  | { readonly kind: "name" };

/** The members of a host that a viewer sees; null = he may not list these. */
export interface Members {
  readonly machines: readonly EntryRef[] | null;
  readonly pods: readonly StoredPod[] | null;
  readonly addresses: readonly MergedSliceAddress[] | null;
  readonly inline: number;
  /** 1 where the host name itself is the only endpoint, else 0. */
  readonly names: number;
}

/** The object of a page under one of its host names, and the members that its caller can get. */
export interface ShownHost {
  readonly host: HostObject;
  readonly hostName: string;
  readonly mesh: MeshSettings;
  readonly mode: ServiceQuery["mode"];
  readonly view: MemberView;
}

/** What is kept of each member, so that only those are evaluated that changed. */
export class EndpointCache {
  readonly #machines = new Map<EntryRef, { readonly entry: WorkloadEntry; readonly endpoint: ServiceEndpoint }>();
  #pods = new WeakMap<StoredPod, ServiceEndpoint>();
  #addresses = new Map<MergedSliceAddress, ServiceEndpoint>();
  #inline: readonly ServiceEndpoint[] | null = null;
  #statuses = new Map<string | EntryRef | StoredPod | MergedSliceAddress, readonly EndpointStatus[]>();
  #service: CallerService | null = null;
  #otherPorts: readonly (SentOnOtherPort | null)[] = [];
  #of: (ShownHost & { readonly selectors: Readonly<Record<"entry" | "pod", MeshService>> }) | null = null;

  constructor(private readonly fleet: FleetReader) {}

  /** What is kept rests on these: where one is another, all of it goes. */
  rest(on: ShownHost): void {
    const before = this.#of;
    if (before !== null && (["host", "hostName", "mesh", "mode", "view"] as const).every((key) => before[key] === on[key])) return;
    this.#machines.clear();
    this.#pods = new WeakMap();
    this.#statuses.clear();
    this.#inline = null;
    this.#addresses.clear();
    this.#service = null;
    this.#otherPorts = [];
    const { selector } = on.host;
    const of = (kind: "entry" | "pod") => (on.view === "stored" ? withEndpointListSent(selector, kind) : selector);
    this.#of = { ...on, selectors: { entry: of("entry"), pod: of("pod") } };
  }

  /** The service as the caller of the page gets it; null in ambient mode, where ztunnel decides. */
  setService(service: CallerService | null): void {
    this.#service = service;
    this.#otherPorts = service === null ? [] : sentOnOtherPorts(service);
    this.#statuses.clear();
  }

  /** The statuses of a member for the caller, one for each port of the object that has endpoints; null where that is not decided by sidecars. */
  statuses(member: Member): readonly EndpointStatus[] | null {
    const service = this.#service;
    const endpoint = this.endpoint(member);
    if (service === null || endpoint === undefined) return null;
    const key = keyOf(member);
    const known = this.#statuses.get(key);
    if (known !== undefined) return known;
    const made = statusesOf(service, member, endpoint);
    this.#statuses.set(key, made);
    return made;
  }

  /** The state of an address for the caller. */
  addressState(address: MergedSliceAddress): SliceAddressState {
    const statuses = this.statuses({ kind: "address", address });
    return this.#service === null || statuses === null ? storedAddressState(address) : sliceAddressStateForCaller(this.#service, address, statuses);
  }

  /** For each port that has endpoints: the port of another number on which the caller gets them. */
  otherPorts(): readonly (SentOnOtherPort | null)[] {
    return this.#otherPorts;
  }

  forget(ref: EntryRef): void {
    this.#statuses.delete(ref);
    this.#machines.delete(ref);
  }

  machine(ref: EntryRef): { readonly entry: WorkloadEntry; readonly endpoint: ServiceEndpoint } {
    const known = this.#machines.get(ref);
    if (known !== undefined) return known;
    const { selectors, mesh, mode } = this.#base();
    const entry = this.fleet.entry(ref);
    const made = { entry, endpoint: serviceEndpointOf(selectors.entry, { kind: "entry", entry }, mesh, mode) };
    this.#machines.set(ref, made);
    return made;
  }

  endpoint(member: Member): ServiceEndpoint | undefined {
    if (member.kind === "machine") return this.machine(member.ref).endpoint;
    const { host, hostName, mesh, mode, selectors } = this.#base();
    if (member.kind === "name") return host.selector.kind === "ServiceEntry" ? hostNameEndpointOf(host.selector, hostName) : undefined;
    if (member.kind === "inline") {
      this.#inline ??= host.selector.kind === "ServiceEntry" ? inlineEndpointsOf(host.selector, mesh) : [];
      return this.#inline[member.index];
    }
    if (member.kind === "address") {
      const { address } = member;
      const made = this.#addresses.get(address) ?? { machine: address.machine, reasons: [], ports: portsForSliceAddress(host.selector.ports, address) };
      this.#addresses.set(address, made);
      return made;
    }
    const { pod } = member;
    const known = this.#pods.get(pod) ?? serviceEndpointOf(selectors.pod, { kind: "pod", pod }, mesh, mode);
    this.#pods.set(pod, known);
    return known;
  }

  /** Has an entry that istiod holds the Pod's name, so that ServiceEntries are not told of it (recording services)? */
  isHidden(pod: StoredPod): boolean {
    const { host, mesh } = this.#base();
    if (host.selector.kind === "Service") return false;
    return isHiddenByEntry(this.fleet, pod, mesh);
  }

  #base() {
    if (this.#of === null) throw new Error("EndpointCache.rest() comes first");
    return this.#of;
  }
}

function keyOf(member: Member): string | EntryRef | StoredPod | MergedSliceAddress {
  switch (member.kind) {
    case "machine":
      return member.ref;
    case "pod":
      return member.pod;
    case "address":
      return member.address;
    case "inline":
      return `inline/${member.index}`;
    case "name":
      return "name";
  }
}

function statusesOf(service: CallerService, member: Member, { machine }: ServiceEndpoint): readonly EndpointStatus[] {
  if (member.kind === "pod") return candidateStatusByPort(service, { kind: "pod", pod: member.pod });
  return member.kind === "address" ? sliceAddressStatusByPort(service, member.address) : endpointStatusByPort(service, machine);
}

/** Who is taken by a host, as far as the scope sees it; in ambient mode by ambient's own rules (docs/istio.md#ambient). */
export function membersOf(fleet: FleetReader, { host, hostName, mesh, mode, view }: ShownHost, scope: Scope): Members {
  const { cluster, selector } = host;
  const { namespace } = selector;
  const seesPods = isSourceVisible(scope, cluster, "workload-pods", namespace) && fleet.sees(cluster, "workload-pods", namespace);
  const seesMachines = isSourceVisible(scope, cluster, "workloadentries", namespace);
  return {
    machines: seesMachines ? (mode === "ambient" ? ambientMachines(fleet, host, mesh) : [...fleet.hosts.machines(host, view)]) : null,
    pods: seesPods ? fleet.hosts.pods(host, view) : null,
    addresses: addressesInSight(fleet, host, scope, hostName),
    inline: selector.kind === "ServiceEntry" && selector.selector === null ? selector.endpoints.length : 0,
    names: isHostNameEndpoint(selector) ? 1 : 0,
  };
}

function ambientMachines(fleet: FleetReader, { cluster, selector }: HostObject, mesh: MeshSettings): readonly EntryRef[] {
  const all = [...fleet.groupsIn(cluster, selector.namespace)].flatMap((group) => [...fleet.members(group)]);
  return all.filter((ref) => areAllStateReasons(ambientReasonsAgainst(selector, fleet.entry(ref), mesh)));
}

/** All of them as one list. */
export function listed({ machines, pods, addresses, inline, names }: Members): readonly Member[] {
  return [
    ...(machines ?? []).map((ref): Member => ({ kind: "machine", ref })),
    ...(pods ?? []).map((pod): Member => ({ kind: "pod", pod })),
    ...(addresses ?? []).map((address): Member => ({ kind: "address", address })),
    ...Array.from({ length: inline }, (_, index): Member => ({ kind: "inline", index })),
    ...Array.from({ length: names }, (): Member => ({ kind: "name" })),
  ];
}
