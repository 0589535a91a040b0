import { parseArgs } from "node:util";
import { browserTable } from "./browser-table";

/** `--entries 10000 --rounds 3`: what a browser has of the pages, as a line of JSON per figure. */
const { values } = parseArgs({ options: { entries: { type: "string", default: "1000" }, rounds: { type: "string", default: "3" } } });
await browserTable(Number(values.entries), Number(values.rounds));
