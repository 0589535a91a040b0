/** The text that a new group begins with: complete but for its name. */
export function groupBeginning(namespace: string): string {
  return `apiVersion: networking.istio.io/v1
kind: WorkloadGroup
metadata:
  name: ""
  namespace: ${JSON.stringify(namespace).replace(/^"([a-z][-a-z0-9]*)"$/, "$1")}
spec:
  metadata:
    labels:
      app: ""
  template:
    serviceAccount: ""
`;
}
