import { apiLoad } from "./api-load";
import { runApiServer } from "./api-server";
import { coldSync } from "./cold-sync";
import { eventCost } from "./event-cost";
import { fanOut } from "./fan-out";
import { findings } from "./findings";
import { historyHour } from "./history";
import { hostIndex } from "./host-index";
import { incidents } from "./incidents";
import { playedPasts } from "./played";
import { podHeap } from "./pod-heap";
import { scopes } from "./scopes";
import { selection } from "./selection";
import { viewers } from "./viewers";
import { whatIf } from "./what-if";

/** The parts of the bench that run in the product's own process: `P1 10000` measures one part at one size, a line of JSON per figure. */
const PARTS: Readonly<Record<string, (entries: number) => Promise<void>>> = {
  api: runApiServer,
  P1: coldSync,
  P3: eventCost,
  P5: fanOut,
  P11: historyHour,
  P12: async (entries) => {
    // First: what the others leave behind in a process, compiled code for other shapes above all, is no part of a search.
    await selection(entries);
    podHeap(entries);
    hostIndex(entries);
  },
  P14: apiLoad,
  P15: scopes,
  P17: async (entries) => whatIf(entries),
  P18: async (entries) => findings(entries),
  P19: viewers,
  P21: playedPasts,
  P22: async (entries) => incidents(entries),
};

const [part = "", entries = ""] = process.argv.slice(2);
const run = PARTS[part];
if (run === undefined) throw new Error(`There is no part ${part}, only ${Object.keys(PARTS).join(", ")}.`);
await run(Number(entries));
