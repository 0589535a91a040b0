import type { NotVerified, PageFreshness, Tone } from "@/lib/domain/freshness";
import type { HostStatus, HostStatusKind } from "./host-status";

const TONES = {
  nobody: "bad",
  missing: "bad",
  unverified: "blind",
  "claimed-twice": "warn",
  "no-caller": "idle",
  unknown: "blind",
  awaiting: "idle",
  draining: "idle",
  "takes-nobody": "idle",
  unchecked: "idle",
  serves: "good",
} as const satisfies Record<HostStatusKind, Tone>;

/** The freshness of a host. `notVerified`: a hidden source that verifies connections of machines. */
interface HostFreshness extends Pick<PageFreshness, "kind"> {
  readonly notVerified?: NotVerified;
}

/**
 * The tone of a host: green only while its source is live, all of its endpoints are visible and the connections of its machines can be verified; Pods
 * alone that are missing are Kubernetes' to see to.
 */
export function hostTone({ kind, lacks, podsSeen }: Pick<HostStatus, "kind" | "lacks" | "podsSeen">, { kind: freshness, notVerified }: HostFreshness): Tone {
  const tone = TONES[kind];
  if (kind === "missing" && (lacks === "pods" || lacks === "addresses")) return "warn";
  if (tone !== "good") return tone;
  if (freshness !== "live") return "idle";
  return podsSeen && notVerified === undefined ? "good" : "blind";
}
