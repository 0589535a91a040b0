/** " in prod-eu", after the name of an object; "" for a viewer with one cluster. */
export function inCluster(cluster: string, several: boolean): string {
  return several ? ` in ${cluster}` : "";
}

/** "prod-eu: shop/checkout"; without the cluster for a viewer with one. */
export function clusterBefore(cluster: string, several: boolean, name: string): string {
  return several ? `${cluster}: ${name}` : name;
}
