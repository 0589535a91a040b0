import { expect, it } from "vitest";
import { selectorEdit, serviceBeginning, serviceEntryBeginning } from "./beginning";

const group = {
  metadata: { name: "web" },
  spec: { metadata: { labels: { app: "true", version: "v1" } }, template: { ports: { http: 8080, db: 5432 } } },
};

it("a Service begins with the application and the ports of the machines, and not with their version", () => {
  expect(serviceBeginning(group, "shop")).toBe(`apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: shop
spec:
  selector:
    app: "true"
  ports:
  - name: http
    port: 8080
    targetPort: 8080
  - name: db
    port: 5432
    targetPort: 5432
`);
});

it("a ServiceEntry begins with callers of its own namespace alone", () => {
  expect(serviceEntryBeginning(group, "shop")).toContain(`  hosts:
  - web.shop.internal
  location: MESH_INTERNAL
  resolution: STATIC
  exportTo:
  - "."
  ports:
  - name: http
    number: 8080
    protocol: HTTP
  - name: db
    number: 5432
    protocol: TCP
  workloadSelector:
    labels:
      app: "true"
`);
});

it("a group that says nothing gets the name of an example", () => {
  expect(serviceEntryBeginning({}, "shop")).toContain("name: example");
});

it.each([
  ["the label that names the application", { metadata: { labels: { app: "web", version: "v1" } } }, { app: "web" }],
  ["all labels where none names it", { metadata: { labels: { tier: "a", zone: "b" } } }, { tier: "a", zone: "b" }],
  ["what the template says, which wins", { metadata: { labels: { app: "web" } }, template: { labels: { app: "store" } } }, { app: "store" }],
  ["the canonical name where the group has no labels", { template: {} }, { "service.istio.io/canonical-name": "web" }],
])("machines are selected by %s", (_fact, spec, labels) => {
  const own = { metadata: { name: "web" }, spec };
  expect(selectorEdit("Service", own)).toEqual([["spec", "selector"], labels]);
  expect(selectorEdit("ServiceEntry", own)).toEqual([["spec", "workloadSelector", "labels"], labels]);
});
