import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleProgram } from "./bundle.mjs";

/** Once before all tests: what they run as Node would in the product, the thread of the history's database and a process that records. */
export async function setup() {
  process.env.STOLOS_POSTGRES_TEMPLATE = join(tmpdir(), `stolos-postgres-template-${process.pid}`);
  await bundleProgram("history-worker");
  await bundleProgram("history-child");
  await bundleProgram("history-replica");
}

/** The database folder of which the tests' servers had copies. */
export function teardown() {
  rmSync(process.env.STOLOS_POSTGRES_TEMPLATE ?? "", { recursive: true, force: true });
}
