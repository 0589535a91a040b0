import { expect, it } from "vitest";
import { readConfig } from "./config";

it.each([
  ["STOLOS_VISIBLE_NAMESPACE", "STOLOS_VISIBLE_NAMESPACES"],
  ["STOLOS_READONLY", "STOLOS_READ_ONLY"],
  ["STOLOS_OIDC_GROUP_CLAIM", "STOLOS_OIDC_GROUPS_CLAIM"],
  ["STOLOS_SIGNIN", "STOLOS_SIGN_IN"],
  ["STOLOS_HOTS", "STOLOS_HOST"],
  ["STOLOS_Sign_In", "STOLOS_SIGN_IN"],
])("%s stops the start, and %s is named", (name, meant) => {
  expect(() => readConfig({ [name]: "shop" })).toThrow(`${name} is no setting, and would be without effect: ${meant} is one`);
});

it("tells every misspelt name", () => {
  expect(() => readConfig({ STOLOS_READONLY: "true", STOLOS_CONTEXT: "eu" })).toThrow(/STOLOS_READONLY .*; STOLOS_CONTEXT is no setting/);
});

it.each([
  ["what the programs around the server read", { STOLOS_HOST: "127.0.0.1", STOLOS_PORT: "3000", STOLOS_CHROMIUM: "/usr/bin/chromium" }],
  ["a setting of a later version", { STOLOS_RETENTION_BY_NAMESPACE: "shop=7" }],
  [
    "what Kubernetes tells of a Service that is called stolos",
    { STOLOS_SERVICE_HOST: "10.96.0.7", STOLOS_SERVICE_PORT: "80", STOLOS_SERVICE_PORT_HTTP: "80", STOLOS_PORT_80_TCP: "tcp://10.96.0.7:80" },
  ],
  ["what the build tells the server", { STOLOS_BUILD: "abc", STOLOS_TYPES_CHECKED: "true" }],
  ["names of other programs", { STOLO_READ_ONLY: "false", stolos_read_only: "false" }],
])("lets %s be", (_what, environment) => {
  expect(readConfig(environment)).toEqual(readConfig({}));
});
