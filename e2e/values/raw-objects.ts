import { RECORDED_COLLECTIONS } from "@/lib/testing/watched-kinds";

/** A port of a Service (`port`) or of a ServiceEntry (`number`). */
export interface RawPort {
  readonly name?: string;
  readonly port?: number;
  readonly number?: number;
  readonly targetPort?: number | string;
}

/** The fields of a container that tests read: istiod's image and settings. */
interface RawContainer {
  readonly image?: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
}

/** The fields of an object that tests read. It comes from the API server and not through the product. */
export interface RawObject {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly creationTimestamp: string;
    readonly deletionTimestamp?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly { readonly kind: string; readonly name: string; readonly uid: string }[];
  };
  readonly spec?: {
    readonly address?: string;
    readonly network?: string;
    readonly locality?: string;
    readonly labels?: Readonly<Record<string, string>>;
    /** An entry has them by name, a Service and a ServiceEntry as a list. */
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
    /** The template of a Deployment's Pods, or of a group's entries. */
    readonly template?: { readonly labels?: Readonly<Record<string, string>>; readonly spec?: { readonly containers?: readonly RawContainer[] } };
    /** The labels of a group's entries. */
    readonly metadata?: { readonly labels?: Readonly<Record<string, string>> };
  };
  /** An EndpointSlice has it. */
  readonly endpoints?: readonly { readonly addresses: readonly string[]; readonly conditions?: { readonly ready?: boolean } }[];
  /** A ConfigMap has it. */
  readonly data?: Readonly<Record<string, string>>;
  readonly status?: {
    /** A Service has it. */
    readonly loadBalancer?: { readonly ingress?: readonly { readonly ip?: string; readonly hostname?: string }[] };
    readonly phase?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly message?: string }[];
    readonly containerStatuses?: readonly { readonly name: string; readonly state?: { readonly running?: { readonly startedAt: string } } }[];
  };
}

/**
 * The collection of each kind of object. `pod` is a Pod of istiod, `workload-pod` a Pod in any namespace; `deployment` and `configmap` are in istiod's
 * namespace.
 */
export const RAW_COLLECTIONS = {
  ...RECORDED_COLLECTIONS,
  entry: "/apis/networking.istio.io/v1/workloadentries",
  group: "/apis/networking.istio.io/v1/workloadgroups",
  pod: "/api/v1/namespaces/istio-system/pods",
  "workload-pod": "/api/v1/pods",
  endpointslice: "/apis/discovery.k8s.io/v1/endpointslices",
  deployment: "/apis/apps/v1/namespaces/istio-system/deployments",
  configmap: "/api/v1/namespaces/istio-system/configmaps",
} as const;
export type RawKind = keyof typeof RAW_COLLECTIONS;
export const RAW_KINDS = Object.keys(RAW_COLLECTIONS) as readonly RawKind[];

/** One version of an object, valid from `from` until `to` (null = now). The times of receipt, in milliseconds. */
export interface RawVersion {
  readonly object: RawObject;
  readonly from: number;
  to: number | null;
  /** Its end is the object's deletion. */
  isLast: boolean;
  /** It is from the first list. */
  readonly isFirstList: boolean;
}
