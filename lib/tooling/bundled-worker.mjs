import { bundleProgram } from "./bundle.mjs";

/** Once before all tests: the thread of the history's database, which Node runs as it would in the product. */
export async function setup() {
  await bundleProgram("history-worker");
}
