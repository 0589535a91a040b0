import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";
import { threadId } from "node:worker_threads";

/*
 * Runs inside a built dashboard (`node --import`). It stores the compiled code of each CommonJS module in a folder. The next dashboard does not compile
 * the same text again, and starts with about a third less CPU time. The image's journeys start a dashboard without this.
 */
const FOLDER = ".stolos/compiled";
/** Shorter modules are compiled faster than they are read. Characters. */
const LEAST = 2_000;
/**
 * V8 rejects the code of another version or of other flags. Each of these has its own files, as has each set of planted defects: `read-only/inside.mjs`
 * changes a text after it is read.
 */
const VERSION = `${cachedDataVersionTag()}\n${process.env.PLANTED_IN_BUILD ?? ""}`;

const compiled = new Map();

/** Wraps the text of a module in a function, as Node does. */
function wrapped(text) {
  return `(function (exports, require, module, __filename, __dirname) { ${text.replace(/^#!.*/, "")}\n});`;
}

/** The file for the compiled code of a module. Its size and time identify the text: a digest of it would take a twentieth of the start. */
function cacheFile(path) {
  const { size, mtimeMs } = statSync(path);
  return join(FOLDER, createHash("sha1").update(`${VERSION}\n${path}\n${size}\n${mtimeMs}`).digest("hex"));
}

function cachedDataOf(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** Returns a `require` like the one that Node makes for each module. */
function requireOf(module, path) {
  const { resolve } = createRequire(path);
  return Object.assign((id) => module.require(id), { resolve, main: process.mainModule, extensions: Module._extensions, cache: Module._cache });
}

const compile = Module.prototype._compile;
Module.prototype._compile = function (text, path, ...more) {
  if (text.length < LEAST) return compile.call(this, text, path, ...more);
  const cached = cacheFile(path);
  const cachedData = cachedDataOf(cached);
  // A cached script cannot import modules dynamically. An ES module is not a script.
  if (cachedData === undefined && /\bimport\(|^\s*(?:import|export)\b/m.test(text)) return compile.call(this, text, path, ...more);
  const script = new Script(wrapped(text), { filename: path, cachedData });
  if (cachedData === undefined || script.cachedDataRejected) compiled.set(cached, script);
  return script.runInThisContext().call(this.exports, this.exports, requireOf(this, path), this, path, dirname(path));
};

// V8 compiles most functions at their first call. At the exit these are stored too.
process.once("exit", () => {
  if (compiled.size > 0) mkdirSync(FOLDER, { recursive: true });
  for (const [path, script] of compiled) {
    const draft = `${path}.${process.pid}-${threadId}`;
    writeFileSync(draft, script.createCachedData());
    renameSync(draft, path);
  }
});
