/** Who a virtual machine says it is when it connects to istiod (its xDS node). What is absent is not sent. */
export interface ProxyNode {
  readonly name: string;
  readonly namespace: string;
  /** `AUTO_REGISTER_GROUP`: the WorkloadGroup to register with. */
  readonly group?: string;
  /** `WORKLOAD_ENTRY`: the hand-written entry that this machine answers for. */
  readonly entry?: string;
  /** First IP of the machine. */
  readonly address: string;
  readonly network?: string;
  /** region/zone/subzone; "" is an xDS node with an empty locality, which is not the same as none (docs/istio.md#registered-locality). */
  readonly locality?: string;
  readonly serviceAccount?: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** The machine's own proxy configuration has a readiness probe. */
  readonly probe?: boolean;
  /** Connects to this replica first; to another when it does not run. */
  readonly replica?: string;
  /** Which control plane revision the machine was bundled for; absent = any. */
  readonly revision?: string;
}

export function proxyId(proxy: ProxyNode): string {
  return `${proxy.namespace}/${proxy.name}`;
}

/** What istiod tells streams of one machine apart by: network, address, group and namespace (docs/istio.md#disconnect). */
export function streamKey(proxy: ProxyNode): string {
  return [proxy.network ?? "", proxy.address, proxy.group ?? `=${proxy.entry ?? ""}`, proxy.namespace].join("~");
}

/** Name of the entry that a machine registers as or answers for; "" when it names neither (docs/istio.md#entry-names). */
export function entryNameOf(proxy: ProxyNode): string {
  if (proxy.group === undefined) return proxy.entry ?? "";
  const address = proxy.address.replaceAll(":", "-");
  const name = proxy.network ? `${proxy.group}-${address}-${proxy.network}` : `${proxy.group}-${address}`;
  return name.slice(-253);
}
