import type { NotSentReason } from "@/lib/domain/selection/caller-service";

/**
 * Why a caller is not sent a machine that is well: another object has the host name or the port, the caller cannot reach the machine, or `distribute` sends
 * the caller's requests to other localities.
 */
export type NotReached = "notOwned" | "unreachable" | "elsewhere";

/** The kind of a machine that istiod does not send to a caller though the machine is well. Null: callers get no list at all. */
export function notReachedOf(reason: NotSentReason | null): NotReached {
  if (reason === null) return "notOwned";
  switch (reason.code) {
    case "not-owner":
    case "port-lost":
    case "port-not-served":
    case "other-port-name":
      return "notOwned";
    case "locality-left-out":
      return "elsewhere";
    default:
      return "unreachable";
  }
}
