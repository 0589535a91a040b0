import { writeFileSync } from "node:fs";
import Module from "node:module";

/*
 * Runs inside a built dashboard (`node --import`): at SIGUSR2 it writes the files of the server that were loaded, and it plants defects in them as they
 * are read. The built files stay as they are.
 */
const { PLANTED_IN_BUILD = "[]", LOADED_FILES = "" } = process.env;
const planted = JSON.parse(PLANTED_IN_BUILD).map(({ find, put }) => ({ find: new RegExp(find, "g"), put, times: 0 }));
const loaded = [];

const compile = Module.prototype._compile;
Module.prototype._compile = function (text, path, ...more) {
  if (!path.includes("/.next/server/")) return compile.call(this, text, path, ...more);
  loaded.push(path);
  const changed = planted.reduce(
    (before, defect) =>
      before.replace(defect.find, (...match) => {
        defect.times++;
        return defect.put.replace(/\$(\d)/g, (_, group) => match[Number(group)] ?? "");
      }),
    text,
  );
  return compile.call(this, changed, path, ...more);
};

process.on("SIGUSR2", () => writeFileSync(LOADED_FILES, JSON.stringify({ loaded, planted: planted.map(({ find, times }) => ({ find: find.source, times })) })));
