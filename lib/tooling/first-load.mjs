import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { root } from "./root.mjs";

const IS_OF_BROWSER = /^\s*["']use client["']/;
/** What the server alone loads, and what Next brings to each page by itself. */
const NEXT = /^(react|react-dom|next)(\/|$)/;

const COMMON = {
  ...{ bundle: true, write: false, format: "esm", minify: true, logLevel: "silent", outdir: "first-load", absWorkingDir: root },
  ...{ jsx: "automatic", define: { "process.env.NODE_ENV": '"production"' }, loader: { ".css": "empty" } },
};

/**
 * What a browser loads of our sources and packages before a page can be used, beside React and Next: their paths, and how many bytes they are when they are
 * minified and packed together; `later`: the paths of what is imported on demand. `files` are those of the page and its layouts.
 */
export async function firstLoad(files) {
  const parts = await partsOfBrowser(files);
  const { metafile, outputFiles } = await build({
    ...COMMON,
    ...{ platform: "browser", target: "es2022", splitting: true, metafile: true },
    stdin: { contents: parts.map((path) => `export * from ${JSON.stringify(path)};`).join("\n"), resolveDir: root },
    plugins: [{ name: "brought by Next", setup: (on) => on.onResolve({ filter: NEXT }, ({ path }) => ({ path, external: true })) }],
  });
  const first = loadedAtOnce(metafile.outputs);
  const text = outputFiles.filter(({ path }) => first.has(relative(root, path))).map((file) => file.text);
  const pathsOf = (names) =>
    names.flatMap((name) => Object.entries(metafile.outputs[name].inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : [])));
  const later = pathsOf(Object.keys(metafile.outputs).filter((name) => !first.has(name)));
  return { paths: pathsOf([...first]).sort(), later: later.sort(), bytes: gzipSync(text.join("\n")).byteLength };
}

/** Returns the paths of all modules that bundles of these files contain, also those that are imported on demand. `mode`: the value of NODE_ENV. */
export async function bundledPaths(files, { mode, platform }) {
  const define = { "process.env.NODE_ENV": JSON.stringify(mode) };
  const { metafile } = await build({ ...COMMON, minify: false, define, platform, packages: "external", entryPoints: files, splitting: true, metafile: true });
  return Object.keys(metafile.inputs);
}

/** The modules at which what the server draws goes over to the browser. */
async function partsOfBrowser(files) {
  const found = new Set();
  const plugin = {
    name: "parts of the browser",
    setup: (on) =>
      on.onResolve({ filter: /^(@\/|\.|[a-z@])/ }, async ({ path, pluginData, ...rest }) => {
        if (pluginData === "asked here" || rest.kind === "entry-point") return null;
        if (!/^(@\/|\.)/.test(path)) return { path, external: true };
        const at = await on.resolve(path, { ...rest, pluginData: "asked here" });
        if (!/\.tsx?$/.test(at.path) || !IS_OF_BROWSER.test(readFileSync(at.path, "utf8"))) return at;
        found.add(at.path);
        return { path, external: true };
      }),
  };
  await build({ ...COMMON, minify: false, platform: "node", entryPoints: files, plugins: [plugin] });
  return [...found].sort();
}

/** The bundle of the entry, and all that it imports at once. */
function loadedAtOnce(outputs) {
  const [entry] = Object.keys(outputs).filter((name) => outputs[name].entryPoint === "<stdin>");
  const found = new Set([entry]);
  for (const name of found) for (const { kind, path } of outputs[name].imports) if (kind === "import-statement" && outputs[path] !== undefined) found.add(path);
  return found;
}
