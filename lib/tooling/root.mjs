import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** A path inside the project. */
export const inRoot = (...parts) => join(root, ...parts);

/** Where generated files go: bundles, the demo's kubeconfig, reports. Ignored by git. */
export const inGenerated = (...parts) => join(root, ".stolos", ...parts);
