import { listOf } from "./text/lists";

/** Why a list of selected clusters is empty: "Cluster ap is not configured, or not visible to you". */
export function clustersNotConfigured(clusters: readonly string[]): string {
  const noun = clusters.length === 1 ? "Cluster" : "Clusters";
  return `${noun} ${listOf(clusters)} ${clusters.length === 1 ? "is" : "are"} not configured, or not visible to you`;
}

/** Why an object that an address names cannot be shown: its cluster is none of these, or cannot be asked now, or it is not in sight. */
export function absenceReason(cluster: string, clusters: readonly string[], live: boolean): string {
  if (!clusters.includes(cluster)) {
    return clusters.length === 0 ? "No cluster is shown here" : `There is no cluster ${JSON.stringify(cluster)} here, only ${listOf(clusters)}`;
  }
  return live ? "It does not exist, or it is not visible to you" : "The cluster is not live, so this cannot be told";
}
