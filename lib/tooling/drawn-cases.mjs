/**
 * Random cases of tests are the same in every run, so that a red run is about the change under test: `PROPERTY_SEED=7` draws others, and
 * `npm run prove -- properties` new ones each time. A test that names a seed keeps its own.
 */
export function drawnCases(seed) {
  return {
    name: "drawn-cases",
    // At the end of a test's file: its lines stay where they are, and its tests run after that.
    transform(code, id) {
      if (!/\.test\.tsx?$/.test(id) || !code.includes('import fc from "fast-check"')) return null;
      return { code: `${code}\nfc.configureGlobal({ ...fc.readConfigureGlobal(), seed: ${seed} });\n`, map: null };
    },
  };
}
