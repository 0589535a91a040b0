import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { bundleOf } from "@/lib/domain/bundle/bundle";
import type { GatewayAddress } from "@/lib/domain/bundle/gateway-address";
import { ANY_MACHINE } from "@/lib/testing/bundle-cases";
import { envLines } from "@/lib/testing/istioctl-files";
import { bundleTexts } from "./bundle-texts";
import { groupForBundle } from "./group-for-bundle";

interface Recording {
  readonly name: string;
  readonly command: string;
  readonly output: string;
  readonly group: unknown;
  readonly files: Readonly<Record<string, string>>;
}

const recordings = readFileSync("lib/server/bundle/recordings/istioctl.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Recording);

const MESH = { trustDomain: "cluster.local", defaultConfig: { discoveryAddress: "istiod.istio-system.svc:15012", meshId: "cluster.local" } };

describe("bundles as a real istioctl wrote them", () => {
  it.each(recordings.filter(({ files }) => Object.keys(files).length > 0))(
    "$name: every file that it wrote has the same content",
    ({ command, group, files }) => {
      const ours: Readonly<Record<string, string>> = { ...textsFor(command, group) };
      expect(envLines(ours["cluster.env"])).toEqual(envLines(files["cluster.env"]));
      expect(parse(ours["mesh.yaml"] ?? "")).toEqual(parse(files["mesh.yaml"] ?? ""));
      if (files.hosts !== undefined) expect(ours.hosts).toBe(files.hosts);
      expect(JSON.stringify(ours)).not.toContain("Added by");
    },
  );

  it.each(recordings.filter(({ output }) => output.startsWith("panic")))(
    "$name: where it crashes for want of spec.metadata, ours has every file",
    (recording) => {
      const texts = textsFor(recording.command, recording.group);
      expect(texts["cluster.env"]).toContain("CANONICAL_SERVICE='plain'\n");
      expect(parse(texts["mesh.yaml"]).defaultConfig.proxyMetadata.ISTIO_META_WORKLOAD_NAME).toBe("plain");
      expect(texts.hosts).toBe("203.0.113.10 istiod.istio-system.svc\n");
    },
  );
});

function textsFor(command: string, raw: unknown) {
  const read = groupForBundle(raw);
  if (read.unreadable !== null) throw new Error(read.unreadable);
  const flag = (name: string) => new RegExp(`--${name} (\\S+)`).exec(command)?.[1] ?? "";
  const gateway: GatewayAddress = { kind: "ip", ip: flag("ingressIP") || "203.0.113.10" };
  const machine = { ...ANY_MACHINE, autoRegister: command.includes("--autoregister"), internalIp: flag("internalIP") };
  const { group, probe, proxyConfigs } = read;
  return bundleTexts(
    bundleOf({
      group,
      probe,
      proxyConfigs,
      mesh: MESH,
      clusterId: flag("clusterID"),
      istioNamespace: "istio-system",
      revision: flag("revision"),
      gateway,
      machine,
    }),
  );
}
