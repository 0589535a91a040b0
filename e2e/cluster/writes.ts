import type { Cluster } from "@/e2e/cluster";

/** One change that the API server told of, and when this process heard of it (milliseconds). */
export interface Write {
  readonly type: string;
  readonly at: number;
  readonly object: WrittenObject;
}

/** What the tests look at, of an entry or of a Pod. */
interface WrittenObject {
  readonly metadata: { readonly name: string; readonly uid: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
    readonly containerStatuses?: readonly { readonly restartCount: number }[];
  };
}

/** `True` and `False` are the entry's Healthy condition; `restarted` is a Pod's container. */
export type WriteKind = "registered" | "disconnected" | "deleted" | "True" | "False" | "restarted";

const RESOURCES = {
  entries: (namespace: string) => `/apis/networking.istio.io/v1/namespaces/${namespace}/workloadentries`,
  pods: (namespace: string) => `/api/v1/namespaces/${namespace}/pods`,
} as const;

/** Watches one kind in one namespace beside the dashboard: the moment of a real write is the zero of every latency. */
export class Writes {
  private readonly heard: Write[] = [];
  private readonly stop: () => void;

  private constructor(cluster: Cluster, path: string, resourceVersion: string) {
    this.stop = cluster.watch(`${path}?watch=true&resourceVersion=${resourceVersion}`, (line) => {
      const { type, object }: Pick<Write, "type" | "object"> = JSON.parse(line);
      this.heard.push({ type, object, at: Date.now() });
    });
  }

  static async of(cluster: Cluster, resource: keyof typeof RESOURCES, namespace: string): Promise<Writes> {
    const path = RESOURCES[resource](namespace);
    const list = await cluster.get(path);
    return new Writes(cluster, path, list.metadata.resourceVersion ?? "0");
  }

  /** The first write since `after` that is of this object and of this kind, or undefined where none has come. */
  first(name: string, after: number, kind: WriteKind): Write | undefined {
    return this.heard.find(({ type, object, at }) => at >= after && object.metadata.name === name && isOf(kind, type, object));
  }

  end(): void {
    this.stop();
  }
}

function isOf(kind: WriteKind, type: string, { metadata, status }: WrittenObject): boolean {
  switch (kind) {
    case "registered":
      return type === "ADDED";
    case "deleted":
      return type === "DELETED";
    case "disconnected":
      return type === "MODIFIED" && metadata.annotations?.["istio.io/disconnectedAt"] !== undefined;
    case "restarted":
      return type === "MODIFIED" && status?.containerStatuses?.some(({ restartCount }) => restartCount > 0) === true;
    default:
      return type === "MODIFIED" && status?.conditions?.some((condition) => condition.type === "Healthy" && condition.status === kind) === true;
  }
}
