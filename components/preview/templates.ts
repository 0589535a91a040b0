/** A beginning for who has no object yet: short, complete, and taken by the schema. */
export interface Template {
  readonly word: string;
  readonly text: string;
}

export const TEMPLATES: readonly Template[] = [
  {
    word: "ServiceEntry",
    text: `apiVersion: networking.istio.io/v1
kind: ServiceEntry
metadata:
  name: example
  namespace: default
spec:
  hosts: [example.internal]
  location: MESH_INTERNAL
  resolution: STATIC
  ports:
  - number: 80
    name: http
    protocol: HTTP
  workloadSelector:
    labels:
      app: example
`,
  },
  {
    word: "Service",
    text: `apiVersion: v1
kind: Service
metadata:
  name: example
  namespace: default
spec:
  selector:
    app: example
  ports:
  - name: http
    port: 80
    targetPort: 8080
`,
  },
  {
    word: "Machine",
    text: `apiVersion: networking.istio.io/v1
kind: WorkloadEntry
metadata:
  name: example
  namespace: default
spec:
  address: 192.0.2.1
  labels:
    app: example
  serviceAccount: default
`,
  },
  {
    word: "Group",
    text: `apiVersion: networking.istio.io/v1
kind: WorkloadGroup
metadata:
  name: example
  namespace: default
spec:
  metadata:
    labels:
      app: example
  template:
    serviceAccount: default
`,
  },
];
