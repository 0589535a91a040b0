import { createHash } from "node:crypto";
import { truncateText } from "@/lib/domain/object/clean-text";

/** No Kubernetes object has a longer name. */
const LONGEST_NAME = 253;
const KEPT = 200;
const OF_THE_DIGEST = 16;

/**
 * The name under which a group's machines are counted. An entry may claim to be registered by a group of any name: what no object can be
 * called is shortened, with a digest of all of it, to what an index takes.
 */
export function seriesName(group: string): string {
  if (group.length <= LONGEST_NAME) return group;
  const digest = createHash("sha256").update(group).digest("base64url");
  return `${truncateText(group, KEPT)}…${truncateText(digest, OF_THE_DIGEST)}`;
}
