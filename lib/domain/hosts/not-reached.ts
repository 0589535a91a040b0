import type { NotSentReason } from "@/lib/domain/selection/caller-service";

/**
 * Why a caller is not sent a machine that is well: another object has the host name or the port, the caller does not know the host name (`exportTo`, Sidecar),
 * the caller cannot reach the machine, or a policy for the caller (`distribute`, `internalTrafficPolicy`, PASSTHROUGH) leaves the machine out.
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
