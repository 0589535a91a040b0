import { expect, it } from "vitest";
import { initialServiceEntryYaml, initialServiceYaml, selectorEdit } from "./initial-yaml";

const group = {
  metadata: { name: "web" },
  spec: { metadata: { labels: { app: "true", version: "v1" } }, template: { ports: { http: 8080, db: 5432 } } },
};

it("initialServiceYaml returns a Service with the application label and the ports of the machines, without their version", () => {
  expect(initialServiceYaml(group, "shop")).toBe(`apiVersion: v1
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

it("initialServiceEntryYaml returns a ServiceEntry that only callers in its namespace receive", () => {
  expect(initialServiceEntryYaml(group, "shop")).toContain(`  hosts:
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

it('serviceBeginning names the service "example" if the group is empty', () => {
  expect(initialServiceEntryYaml({}, "shop")).toContain("name: example");
});

it.each([
  ["the label with the name of the application", { metadata: { labels: { app: "web", version: "v1" } } }, { app: "web" }],
  ["all labels if none has the name of the application", { metadata: { labels: { tier: "a", zone: "b" } } }, { tier: "a", zone: "b" }],
  [
    "the template's label, which has precedence over that of the metadata",
    { metadata: { labels: { app: "web" } }, template: { labels: { app: "store" } } },
    { app: "store" },
  ],
  ["the canonical name if the group has no labels", { template: {} }, { "service.istio.io/canonical-name": "web" }],
])("selectorEdit returns a selector with %s", (_fact, spec, labels) => {
  const own = { metadata: { name: "web" }, spec };
  expect(selectorEdit("Service", own)).toEqual([["spec", "selector"], labels]);
  expect(selectorEdit("ServiceEntry", own)).toEqual([["spec", "workloadSelector", "labels"], labels]);
});
