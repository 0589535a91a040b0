import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../../", import.meta.url));
const setupFiles = [fileURLToPath(new URL("./console-guard.ts", import.meta.url))];
const exclude = ["node_modules/**", ".next/**", ".stolos/**", "e2e/**"];

/** Tests in `.test.ts` run in Node, those in `.test.tsx` in a document. */
export default defineConfig({
  root,
  resolve: { alias: { "@/": root } },
  test: {
    projects: [
      { extends: true, test: { name: "node", environment: "node", include: ["**/*.test.ts"], exclude, setupFiles } },
      { extends: true, test: { name: "document", environment: "happy-dom", include: ["**/*.test.tsx"], exclude, setupFiles } },
    ],
  },
});
