import { isThereAlready, type KubeApi } from "./kube-api";

/** The ConfigMap in which istiod leaves the mesh's root certificate in every namespace. */
const rootCertificateMap = "istio-ca-root-cert";

/** Writes the root certificate to every namespace that there is or comes, until the returned function is called. */
export function followNamespaces(api: KubeApi, rootCertificate: string, log: (line: string) => void): Promise<() => void> {
  return api.follow("Namespace", ({ type, object }) => {
    if (type !== "ADDED") return;
    const namespace = object.metadata.name;
    const metadata = { name: rootCertificateMap, namespace, labels: { "istio.io/config": "true" } };
    api.create({ apiVersion: "v1", kind: "ConfigMap", metadata, data: { "root-cert.pem": rootCertificate } }).catch((problem: unknown) => {
      if (!isThereAlready(problem)) log(`${rootCertificateMap} in ${namespace}: ${String(problem)}`);
    });
  });
}
