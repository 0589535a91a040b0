import { bundleProgram } from "./bundle.mjs";

/** Once before all tests: what they run as Node would in the product, the thread of the history's database and a process that records. */
export async function setup() {
  await bundleProgram("history-worker");
  await bundleProgram("history-child");
}
