/** A port of a Service (`port`) or of a ServiceEntry (`number`). */
export interface RawPort {
  readonly name?: string;
  readonly port?: number;
  readonly number?: number;
  readonly targetPort?: number | string;
}

/** What is read of a container: of istiod's, what it is told. */
export interface RawContainer {
  readonly image?: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
}

/** What is read of an object as the API server gives it; nothing of the product has touched it. */
export interface RawObject {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly creationTimestamp: string;
    readonly deletionTimestamp?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly { readonly kind: string; readonly name: string }[];
  };
  readonly spec?: {
    readonly address?: string;
    readonly network?: string;
    readonly locality?: string;
    readonly labels?: Readonly<Record<string, string>>;
    /** Of an entry by name, of a Service or ServiceEntry a list. */
    readonly ports?: Readonly<Record<string, number>> | readonly RawPort[];
    readonly selector?: Readonly<Record<string, string>>;
    readonly workloadSelector?: { readonly labels?: Readonly<Record<string, string>> };
    readonly type?: string;
    readonly clusterIP?: string;
    readonly hosts?: readonly string[];
    readonly endpoints?: readonly unknown[];
    readonly resolution?: string;
    readonly containers?: readonly RawContainer[];
    readonly weight?: number;
    readonly serviceAccount?: string;
    /** Of a Deployment its Pods, of a group its entries. */
    readonly template?: { readonly labels?: Readonly<Record<string, string>>; readonly spec?: { readonly containers?: readonly RawContainer[] } };
    /** Of a group: the labels of its entries. */
    readonly metadata?: { readonly labels?: Readonly<Record<string, string>> };
  };
  /** Of a ConfigMap. */
  readonly data?: Readonly<Record<string, string>>;
  readonly status?: {
    /** Of a Service. */
    readonly loadBalancer?: { readonly ingress?: readonly { readonly ip?: string; readonly hostname?: string }[] };
    readonly phase?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly message?: string }[];
    readonly containerStatuses?: readonly { readonly name: string; readonly state?: { readonly running?: { readonly startedAt: string } } }[];
  };
}

/** `pod` is one of istiod's, `workload-pod` one of any namespace; `deployment` and `configmap` are those where istiod runs. */
export const RAW_KINDS = [
  ...(["entry", "group", "pod", "service", "serviceentry", "workload-pod"] as const),
  ...(["destinationrule", "virtualservice", "sidecar", "peerauthentication", "authorizationpolicy"] as const),
  ...(["deployment", "configmap"] as const),
] as const;
export type RawKind = (typeof RAW_KINDS)[number];

/** One version of an object: there from `from` until `to` (null = still there). Milliseconds, as the raw watch heard of it. */
export interface RawVersion {
  readonly object: RawObject;
  readonly from: number;
  to: number | null;
  /** True where it ended by the object's deletion. */
  isLast: boolean;
  /** True where it was there when the watch began. */
  readonly isFirstList: boolean;
}
