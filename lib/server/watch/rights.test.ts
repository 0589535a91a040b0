import { expect, it } from "vitest";
import type { KubeClient } from "@/lib/server/kube/client";
import { at } from "@/lib/server/kube/parse/json";
import { askRights, type RightsQuestion } from "./rights";

const QUESTION: RightsQuestion = { namespaces: ["shop"], istioNamespace: "istio-system" };

interface Attributes {
  readonly verb: string;
  readonly resource: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** A client whose access reviews are answered by `may`, and which notes what was asked. */
function reviewing(may: (attributes: Attributes) => boolean) {
  const asked: Attributes[] = [];
  const client: KubeClient = {
    cluster: "eu",
    server: "",
    get: async () => ({ ok: true, value: {} }),
    post: async (_path, body) => {
      const attributes = at(body, "spec", "resourceAttributes") as Attributes;
      asked.push(attributes);
      return { ok: true, value: { status: { allowed: may(attributes) } } };
    },
    stream: async () => ({ ok: false, error: { kind: "aborted", message: "" } }),
    skewMs: () => null,
    close: async () => undefined,
  };
  return { client, ofConfigMaps: () => asked.filter(({ resource }) => resource === "configmaps") };
}

async function placesOf(may: (attributes: Attributes) => boolean, question = QUESTION) {
  const { client, ofConfigMaps } = reviewing(may);
  const rights = await askRights(client, question);
  return { places: rights.ok ? rights.value.get("configmaps") : undefined, asked: ofConfigMaps() };
}

it("the right to a mesh configuration is asked for by name in istiod's namespace, and never that to all configmaps", async () => {
  const { places, asked } = await placesOf(({ name }) => name === "istio");
  expect(places).toEqual(["istio-system"]);
  expect(asked.map(({ verb, namespace, name }) => [verb, namespace, name])).toEqual([
    ["list", "istio-system", "istio"],
    ["watch", "istio-system", "istio"],
  ]);
});

it("a further revision's own is enough where the default one's is missing", async () => {
  const question: RightsQuestion = { ...QUESTION, needed: (source) => (source === "mesh-config" ? ["istio-canary"] : []) };
  expect((await placesOf(({ name }) => name === "istio-canary", question)).places).toEqual(["istio-system"]);
});

it("without either there is none", async () => {
  expect((await placesOf(({ resource }) => resource !== "configmaps")).places).toBeUndefined();
  expect((await placesOf(({ verb, resource }) => resource !== "configmaps" || verb === "list")).places).toBeUndefined();
});
