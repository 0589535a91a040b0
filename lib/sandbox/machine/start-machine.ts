import type { Stage } from "@/lib/sandbox/istiod/stage";
import { type BundleFiles, type Host, type ReadBundle, readBundle } from "./bundle";
import { enter, type Mesh } from "./entrance";

/** A machine as it is asked for: what it has, its five files, and how far its clock is off. */
export interface AskedMachine extends Host {
  readonly bundle: BundleFiles;
  readonly clockSkewSeconds?: number;
}

/**
 * Starts a machine that is what its files make of it. Once it was let in it has a certificate, and its token is not asked for again (docs/istio.md#joining).
 */
export function startMachine(stage: Stage, mesh: Mesh, { bundle, clockSkewSeconds = 0, ...host }: AskedMachine): ReadBundle {
  const read = readBundle(bundle, host);
  const { clock } = stage.controlPlane.around;
  let account: string | null = null;
  stage
    .add(read.proxy, async (proxy) => {
      const now = new Date(Number(clock.nanos() / 1_000_000n) + clockSkewSeconds * 1000);
      account ??= await enter(mesh, read, now);
      return { ...proxy, serviceAccount: account };
    })
    .start();
  return read;
}
