import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { networkGatewaysOfKubernetesGateway, networkGatewaysOfService } from "@/lib/domain/mesh/network-gateways";
import { passthroughGateways, passthroughResultOfService } from "@/lib/domain/networks/passthrough";
import { allHostNameDefinitions, type HostNameDefinition } from "@/lib/domain/selection/definitions";
import { aMesh } from "@/lib/testing/selection";
import { selectionWorldOf } from "@/lib/testing/server/raw-world";
import { parseGateway } from "./gateway";
import { parseGatewayService } from "./gateway-service";
import { standInIdentity } from "./identity";
import { at, field, text } from "./json";
import { parseNetworkGateway } from "./network-gateway";

interface RecordedWorld {
  readonly world: string;
  readonly objects: readonly unknown[];
  /** `chains`: the endpoints behind each SNI name on each port, as the proxy of the gateway gets them. */
  readonly routers: readonly { readonly gateway: string; readonly chains: Readonly<Record<string, readonly string[]>> }[];
}

/** `npm run test:cluster` names a folder with new answers of a real istiod for the same worlds. */
const FOLDER = process.env.ROUTER_RECORDINGS ?? "lib/sandbox/recordings/routers";
const RECORDED: readonly RecordedWorld[] = readFileSync(`${FOLDER}/random.ndjson`, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

/** The target port of calls to port 15443 of the gateway. */
function targetOf(objects: readonly unknown[], gateway: string): unknown {
  const service = objects.find((one) => field(one, "kind") === "Service" && `${at(one, "metadata", "namespace")}/${at(one, "metadata", "name")}` === gateway);
  return at(service, "spec", "ports", "0", "targetPort") ?? field(listOf(at(service, "spec", "ports"))[0], "targetPort");
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The recorded answer: a chain leads to an endpoint of this very object. */
function isServed({ host, ports, origin }: HostNameDefinition, chains: RecordedWorld["routers"][number]["chains"], port: unknown): boolean {
  const own = origin.kind === "ServiceEntry" ? origin.endpoints.map(({ address }) => address) : [];
  return ports.some(({ number }) => chains[`${port} outbound_.${number}_._.${host}`]?.some((address) => own.includes(address)));
}

describe("the services that gateways pass, compared with the filter chains of a real istiod", () => {
  const answers = RECORDED.flatMap(({ world, objects, routers }) => {
    const selection = selectionWorldOf(objects, aMesh());
    const ofKind = (kind: string, group: string) => objects.filter((one) => field(one, "kind") === kind && text(field(one, "apiVersion")).startsWith(group));
    const services = ofKind("Service", "v1").map((one, index) => parseGatewayService(one, standInIdentity(one, index), "").gateway);
    const kubernetes = ofKind("Gateway", "gateway.networking.k8s.io").map((one, index) => parseNetworkGateway(one, standInIdentity(one, index), "").gateway);
    const gateways = ofKind("Gateway", "networking.istio.io").flatMap((one) => {
      const parsed = parseGateway(one);
      return "unreadable" in parsed ? [] : [parsed];
    });
    const used = [
      ...services.flatMap((one) => networkGatewaysOfService(one, "Kubernetes")),
      ...kubernetes.flatMap((one) => networkGatewaysOfKubernetesGateway(one, "Kubernetes")),
    ];
    const passing = passthroughGateways({ gateways, services, objects: kubernetes, used, scopesGateways: false });
    return routers.flatMap(({ gateway, chains }) =>
      allHostNameDefinitions(selection).flatMap((definition) => {
        if (definition.origin.kind === "Service" || definition.isExternal) return [];
        const own = passing.filter(({ namespace, name }) => `${namespace}/${name}` === gateway);
        const name = `${world} ${gateway} ${definition.namespace} ${definition.host}`;
        return [{ name, own, ours: passthroughResultOfService(definition, own, selection), theirs: isServed(definition, chains, targetOf(objects, gateway)) }];
      }),
    );
  });

  it("finds each gateway of the recording", () => {
    expect(answers.filter(({ own }) => own.length !== 1)).toEqual([]);
    expect(answers.length).toBeGreaterThan(100);
  });

  it("agrees about each service", () => {
    const known = answers.filter(({ ours }) => ours !== "not-known");
    expect(known.filter(({ ours, theirs }) => (ours === "passes") !== theirs)).toEqual([]);
    expect(new Set(known.map(({ ours }) => ours))).toEqual(new Set(["passes", "not-covered", "not-exported", "other-owner"]));
  });

  it("knows the answer of every gateway whose labels its Service shows", () => {
    const unknown = answers.filter(({ ours }) => ours === "not-known");
    // The selector of the Service of a Kubernetes Gateway has one label only, and Gateways of istio-remote have no Service here.
    expect(unknown.filter(({ own }) => own[0]?.name !== "ew-istio")).toEqual([]);
    expect(unknown.length).toBeLessThan(answers.length / 5);
  });
});
