import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { plantedSource } from "./planted-source.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const besideThis = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const setupFiles = [besideThis("./console-guard.ts")];
const slow = process.env.QUICK_CHECK ? ["lib/chaos/chaos.test.ts"] : [];
const planted = process.env.PLANTED_DEFECT;
const exclude = ["node_modules/**", ".next/**", ".stolos/**", "e2e/**", ...slow];

/** Tests in `.test.ts` run in Node, those in `.test.tsx` in a document. */
export default defineConfig({
  root,
  resolve: { alias: { "@/": root } },
  plugins: planted === undefined ? [] : [plantedSource(Number(planted))],
  test: {
    // A busy machine is no reason to fail: what is slow by nature says so in its own test.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    globalSetup: [besideThis("./bundled-worker.mjs")],
    projects: [
      { extends: true, test: { name: "node", environment: "node", include: ["**/*.test.ts"], exclude, setupFiles } },
      {
        extends: true,
        test: {
          name: "document",
          environment: "happy-dom",
          include: ["**/*.test.tsx"],
          exclude,
          setupFiles: [...setupFiles, besideThis("./patient-queries.ts")],
        },
      },
    ],
  },
});
