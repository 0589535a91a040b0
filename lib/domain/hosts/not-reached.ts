import type { NotSentReason } from "@/lib/domain/selection/caller-service";

/**
 * Reasons to leave out a healthy machine. Another object has the host name or port. The caller does not know the host name (`exportTo`, Sidecar). No path
 * leads to the machine. Or a policy for the caller (`distribute`, `internalTrafficPolicy`, PASSTHROUGH) excludes it.
 */
export type NotReached = "notOwned" | "hostUnknown" | "unreachable" | "elsewhere";

/** The kind of a machine that istiod does not send to a caller though the machine is well. Null: the object has no port with endpoints. */
export function notReachedOf(reason: NotSentReason | null): NotReached {
  if (reason === null) return "notOwned";
  switch (reason.code) {
    case "not-owner":
      return reason.owner === null ? "hostUnknown" : "notOwned";
    case "port-lost":
    case "port-not-served":
    case "other-port-name":
      return "notOwned";
    case "no-list":
      return reason.owner === null ? "elsewhere" : "notOwned";
    case "locality-left-out":
    case "other-node":
      return "elsewhere";
    default:
      return "unreachable";
  }
}
