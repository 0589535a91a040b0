import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { Server } from "node:http";
import Module from "node:module";

/*
 * Runs inside a built dashboard (`node --import`): it plants defects in the text of the build as it is read, in what the server runs and in the scripts
 * that it hands to browsers. The built files stay as they are. At SIGUSR2 it writes the files of the server that were loaded, and how often each defect
 * was planted; PLANTED_HITS names a file that gets a line for each expression that has matched in this process.
 */
const { PLANTED_IN_BUILD = "[]", LOADED_FILES = "", PLANTED_HITS = "" } = process.env;
const planted = JSON.parse(PLANTED_IN_BUILD).map(({ find, put }) => ({ find, expression: new RegExp(find, "g"), put, times: 0 }));
const loaded = [];

function withDefects(text) {
  return planted.reduce(
    (before, defect) =>
      before.replace(defect.expression, (...match) => {
        // As the list has it: an expression's own source spells a slash in another way.
        if (defect.times++ === 0 && PLANTED_HITS !== "") appendFileSync(PLANTED_HITS, `${defect.find}\n`);
        return defect.put.replace(/\$(\d)/g, (_, group) => match[Number(group)] ?? "");
      }),
    text,
  );
}

const compile = Module.prototype._compile;
Module.prototype._compile = function (text, path, ...more) {
  if (!path.includes("/.next/server/")) return compile.call(this, text, path, ...more);
  loaded.push(path);
  return compile.call(this, withDefects(text), path, ...more);
};

/** A script of the pages, as browsers ask for it. */
const SCRIPT = /^\/_next\/(static\/chunks\/[\w~.-]+\.js)(\?|$)/;
const emit = Server.prototype.emit;
if (planted.length > 0)
  Server.prototype.emit = function (event, request, response, ...more) {
    const file = event === "request" ? SCRIPT.exec(request.url)?.[1] : undefined;
    if (file === undefined || !existsSync(`.next/${file}`)) return emit.call(this, event, request, response, ...more);
    response.writeHead(200, { "content-type": "application/javascript; charset=UTF-8" }).end(withDefects(readFileSync(`.next/${file}`, "utf8")));
    return true;
  };

process.on("SIGUSR2", () => writeFileSync(LOADED_FILES, JSON.stringify({ loaded, planted: planted.map(({ find, times }) => ({ find, times })) })));
