import { listOf } from "./text/lists";

/** Why an object that an address names cannot be shown: its cluster is none of these, or cannot be asked now, or it is not in sight. */
export function absenceReason(cluster: string, clusters: readonly string[], live: boolean): string {
  if (!clusters.includes(cluster)) {
    return clusters.length === 0 ? "No cluster is shown here" : `There is no cluster ${JSON.stringify(cluster)} here, only ${listOf(clusters)}`;
  }
  return live ? "It does not exist, or it is not visible to you" : "The cluster is not live, so this cannot be told";
}
