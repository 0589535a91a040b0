import type { KubeObject } from "./kube-object";
import type { ResourceType } from "./resource-type";

/** What a validating webhook says of an object: why not (null: it may pass), and what to warn of. */
interface Review {
  readonly refused: string | null;
  readonly warnings: readonly string[];
}

/** A validating webhook that runs in this process, asked about objects of any kind before they are created or updated. */
export interface Webhook {
  /** As in `admission webhook "name" denied the request`. */
  readonly name: string;
  readonly review: (object: KubeObject, type: ResourceType) => Review;
}
