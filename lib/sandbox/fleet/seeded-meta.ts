import { randomUUID } from "node:crypto";
import { kubeTime } from "@/lib/sandbox/istiod/go-time";
import type { ObjectMeta } from "@/lib/sandbox/istiod/kube-api";

/** Metadata of an object that is older than this program, last written at `writtenAt`: seeded past the API, which would stamp it with the present. */
export function seededMeta(namespace: string, name: string, createdAt: bigint, manager: string, apiVersion: string, writtenAt = createdAt): ObjectMeta {
  return {
    name,
    ...(namespace === "" ? {} : { namespace }),
    uid: randomUUID(),
    generation: 1,
    creationTimestamp: kubeTime(createdAt),
    managedFields: [{ manager, operation: "Update", apiVersion, time: kubeTime(writtenAt), fieldsType: "FieldsV1", fieldsV1: { "f:spec": {} } }],
  };
}
