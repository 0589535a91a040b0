/** What is read of a WorkloadEntry, a WorkloadGroup or a Pod as the API server gives it; nothing of the product has touched it. */
export interface RawObject {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly creationTimestamp: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly { readonly kind: string; readonly name: string }[];
  };
  readonly spec?: {
    readonly address?: string;
    readonly network?: string;
    readonly locality?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly containers?: readonly { readonly args?: readonly string[]; readonly env?: readonly { readonly name: string; readonly value?: string }[] }[];
  };
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly message?: string }[];
    readonly containerStatuses?: readonly { readonly name: string; readonly state?: { readonly running?: { readonly startedAt: string } } }[];
  };
}

export type RawKind = "entry" | "group" | "pod";

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
