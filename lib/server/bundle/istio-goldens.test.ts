import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { bundleOf } from "@/lib/domain/bundle/bundle";
import type { GatewayAddress } from "@/lib/domain/bundle/gateway-address";
import { asUntypedObject } from "@/lib/domain/preview/values";
import { configYaml } from "@/lib/server/kube/parse/config-yaml";
import { ANY_MACHINE } from "@/lib/testing/bundle-cases";
import { envLines } from "@/lib/testing/istioctl-files";
import { bundleTexts } from "./bundle-texts";
import { groupForBundle } from "./group-for-bundle";

/** The folder of Istio's own source; `npm run test:cluster` finds it where the real cluster was built. */
const SOURCE = process.env.ISTIO_SOURCE;

/** What Istio's own test gives to istioctl for each folder of expected files. */
const CASES: readonly { readonly folder: string; readonly revision: string; readonly internalIp: string; readonly gateway: GatewayAddress }[] = [
  { folder: "vmconfig/ipv4", revision: "rev-1", internalIp: "10.10.10.10", gateway: { kind: "ip", ip: "10.10.10.11" } },
  { folder: "vmconfig/ipv6", revision: "rev-1", internalIp: "fd00:10:96::1", gateway: { kind: "ip", ip: "fd00:10:96::2" } },
  { folder: "vmconfig-nil-proxy-metadata", revision: "", internalIp: "10.10.10.10", gateway: { kind: "none" } },
];

describe.skipIf(SOURCE === undefined)("the files that Istio's own tests expect of istioctl", () => {
  it.each(CASES)("$folder: file by file the same content", ({ folder, revision, internalIp, gateway }) => {
    const read = (name: string) => readFileSync(join(SOURCE ?? "", "istioctl/pkg/workload/testdata", folder, name), "utf8");
    const group = groupForBundle(parse(read("workloadgroup.yaml")));
    if (group.unreadable !== null) throw new Error(group.unreadable);
    const mesh = asUntypedObject(configYaml(revision === "" ? "defaultConfig: {}" : read("meshconfig.yaml"), "mesh"));
    const machine = { ...ANY_MACHINE, autoRegister: false, internalIp };
    const texts = bundleTexts(bundleOf({ ...group, mesh, clusterId: "Kubernetes", istioNamespace: "istio-system", revision, gateway, machine }));
    expect(envLines(texts["cluster.env"])).toEqual(envLines(read("cluster.env.golden")));
    expect(parse(texts["mesh.yaml"])).toEqual(parse(read("mesh.yaml.golden")));
    expect(texts.hosts).toBe(read("hosts.golden"));
  });
});
