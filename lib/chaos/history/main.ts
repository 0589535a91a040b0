import { parseArgs } from "node:util";
import { proveByteFlips } from "./byte-flip-proof";
import { proveFullDisks } from "./full-disk-proof";
import { proveIncidentKills, proveIncidentReplicas } from "./incident-proofs";
import { proveKills } from "./kill-proof";
import { provePromotions, proveRestarts, proveThreeRecorders } from "./postgres-proofs";
import type { Proof } from "./proof";
import { proveReplicaKills, proveStarts } from "./replica-proofs";

/** The history's proofs as a program: a JSON line each on standard output, what went wrong on standard error. Names choose some. */
const PROOFS: Readonly<Record<string, (n: number | undefined, seed: number) => Promise<Proof>>> = {
  kill: (n = 100, seed) => proveKills(n, seed),
  "full-disk": (n = 20, seed) => proveFullDisks(n, seed),
  "byte-flip": (n = 50, seed) => proveByteFlips(n, seed),
  restart: (n = 20, seed) => proveRestarts(n, seed),
  promote: (n = 20, seed) => provePromotions(n, seed),
  "three-recorders": (n = 10_000, seed) => proveThreeRecorders(n, seed),
  "replica-starts": (n = 10, seed) => proveStarts(n, seed),
  "replica-kills": (n = 10, seed) => proveReplicaKills(n, seed),
  "incident-kills": (n = 50, seed) => proveIncidentKills(n, seed),
  "incident-replicas": (n = 20, seed) => proveIncidentReplicas(n, seed, 3_000),
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { runs: { type: "string" }, seed: { type: "string", default: "1" } } });
const runs = values.runs === undefined ? undefined : Number(values.runs);
const seed = Number(values.seed);
let failed = 0;
for (const [name, prove] of Object.entries(PROOFS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const began = performance.now();
  const { goal, value, target, n, faults, more } = await prove(runs, seed);
  for (const fault of faults.slice(0, 20)) process.stderr.write(`${name}: ${fault}\n`);
  process.stdout.write(`${JSON.stringify({ goal, value, target, n, seed, seconds: Math.round((performance.now() - began) / 1_000), ...more })}\n`);
  if (value > target) failed++;
}
process.exit(failed === 0 ? 0 : 1);
