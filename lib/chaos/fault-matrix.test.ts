import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const REFLECTOR = "lib/server/watch/reflector.test.ts";
const POLITENESS = "lib/server/watch/politeness.test.ts";
const CLIENT = "lib/server/kube/client.test.ts";
const ENTRY = "lib/server/kube/parse/workload-entry.test.ts";
const CLUSTER = "lib/server/watch/cluster-watch.test.ts";
const BROWSERS = "lib/chaos/browsers.test.ts";
const TRANSITIONS = "lib/server/watch/transitions.test.ts";
const REVOKED = "lib/server/watch/revoked.test.ts";
/** Life's time: `npm run prove`. */
const REAL = "lib/chaos/real-outages.ts";
const HERD = "lib/chaos/real-herd.ts";

/** What a proof may be of. */
const INVARIANTS = {
  C: "what is held equals what the server holds, once the fault is over",
  H: "nothing is green while blind past its limit, and a label says so",
  L: "the process lives, and no rejection is left unhandled",
  P: "at most a quarter of a request a second and stream while it fails",
  A: "nobody is given what he may not see",
  E: "each transition is told once, and a gap as a gap",
} as const;

type Row = readonly [fault: string, invariants: string, proofs: readonly (readonly [file: string, name: string])[]];

/** Every fault between the API server and a reader, what must hold in it, and the tests that stand for it: [file, a part of the test's name]. */
const MATRIX: readonly Row[] = [
  [
    "F01 connection refused",
    "CHP",
    [
      [REAL, "F01 seconds to 'not live' after a refusal"],
      [REFLECTOR, "is stale while the server refuses connections, and live again after (F01)"],
      [POLITENESS, "refuses connections (F01)"],
      ["e2e/outage.spec.ts", "a page is stale and shows nothing green"],
    ],
  ],
  [
    "F02 reset in mid-stream",
    "CE",
    [
      [TRANSITIONS, "though the stream is cut and what was missed comes again (F02)"],
      [REFLECTOR, "a cut connection (F02)"],
    ],
  ],
  ["F03 cut in a line", "CE", [[REFLECTOR, "a cut in the middle of a line (F03)"]]],
  [
    "F04 half-open",
    "CH",
    [
      [REAL, "F04 seconds to 'not live' in a black hole"],
      [REFLECTOR, "notices a black hole by silence, and what was missed in it (F04)"],
      ["e2e/outage.spec.ts", "a page is stale and shows nothing green"],
    ],
  ],
  [
    "F05 headers never come",
    "H",
    [
      [REAL, "F05 seconds to 'stale' where headers never come"],
      [REFLECTOR, "does not stay live when headers never come (F05)"],
    ],
  ],
  [
    "F06 trickle",
    "HL",
    [
      [REAL, "F06 seconds until a trickling list is given up"],
      [REFLECTOR, "gives up a list that trickles in"],
      [REFLECTOR, "puts an event together that comes byte by byte (F06)"],
    ],
  ],
  [
    "F07 clean close at once",
    "P",
    [
      [REAL, "F07 every watch closed at once"],
      [REFLECTOR, "slows down when every watch is closed at once (F07)"],
      [POLITENESS, "closes every watch at once (F07)"],
    ],
  ],
  [
    "F08 410 as answer and event",
    "CE",
    [
      [TRANSITIONS, "a deletion that nobody heard: it ended at an unknown moment (F08, F19)"],
      [REFLECTOR, "lists again when a watch is too old (F08)"],
      [REFLECTOR, "an ERROR event 410 (F08)"],
      [POLITENESS, "says that every version is too old (F08)"],
    ],
  ],
  ["F09 410 on a page", "C", [[REFLECTOR, "starts a list over when its continue token expires"]]],
  [
    "F10 version too large",
    "C",
    [
      [REFLECTOR, "lists anew where its version is too large for the server, and does not ask for it again (F10)"],
      [CLIENT, "504 of a version too large"],
    ],
  ],
  [
    "F11 silent restore",
    "C",
    [
      [REAL, "F11 seconds until a silent restore is noticed and mended"],
      [REFLECTOR, "finds that the server went back in time (F11)"],
    ],
  ],
  [
    "F12 restore that overtakes",
    "C",
    [
      [REAL, "F12 seconds until a comparison repairs what no event told"],
      [REFLECTOR, "repairs what no event told (F12)"],
    ],
  ],
  [
    "F13 429 and Retry-After",
    "P",
    [
      [CLIENT, "429 with a date (F13)"],
      [REAL, "F13 requests sooner than Retry-After asks"],
      [REFLECTOR, "waits as long as Retry-After says"],
      [POLITENESS, "Retry-After of %i ms, every time (F13)"],
      [CLIENT, "429 with nonsense"],
    ],
  ],
  [
    "F14 5xx bursts",
    "HP",
    [
      [REAL, "F14 500 to everything"],
      [POLITENESS, "answers 500 to everything (F14)"],
      [REFLECTOR, "turns a %i on its probe into %s"],
    ],
  ],
  [
    "F15 ERROR event, left open",
    "CP",
    [
      [REFLECTOR, "an ERROR event, stream left open (F15)"],
      [POLITENESS, "sends an ERROR into every watch (F15)"],
    ],
  ],
  ["F16 unknown event type", "C", [[REFLECTOR, "an unknown event type (F16)"]]],
  [
    "F17 duplicates",
    "CE",
    [
      [TRANSITIONS, "though the last fifty events are sent a second time (F17)"],
      [REFLECTOR, "takes an event that comes twice once (F17)"],
    ],
  ],
  ["F18 wrong order", "C", [[REFLECTOR, "a version that goes back (F18)"]]],
  [
    "F19 missed delete",
    "CE",
    [
      [TRANSITIONS, "a deletion that nobody heard: it ended at an unknown moment (F08, F19)"],
      [REFLECTOR, "finds by its next list that something was deleted while nobody told (F19)"],
    ],
  ],
  [
    "F20 deleted and made anew",
    "CE",
    [
      [TRANSITIONS, "a machine that was deleted and made anew under its name: two uids, two stories (F20)"],
      [REFLECTOR, "keeps two machines of one name apart (F20)"],
    ],
  ],
  [
    "F21 no bookmarks, only bookmarks",
    "CP",
    [
      [REFLECTOR, "goes on from a bookmark after everything before it has expired (F21)"],
      [REFLECTOR, "needs no bookmarks at all"],
    ],
  ],
  ["F22 two API servers, one behind", "C", [[REFLECTOR, "never goes back while two API servers take turns of which one is behind (F22)"]]],
  [
    "F23 rolling restart",
    "P",
    [
      [HERD, "R5 share of the fourth try that is not spread by jitter"],
      [POLITENESS, "twenty dashboards that lose their server together do not come back together (F23)"],
    ],
  ],
  ["F24 ended as a slow reader", "C", [[REFLECTOR, "resumes where the server ended its watch as one of a slow reader, without a list (F24)"]]],
  [
    "F25 large objects and lists",
    "CL",
    [
      [REFLECTOR, "reads ten thousand objects and very large ones"],
      [ENTRY, "cuts what is too long for any page (F25)"],
    ],
  ],
  [
    "F26 missing parts",
    "CL",
    [
      [REFLECTOR, "are none where a list says items: null"],
      [REFLECTOR, "are rows that say what is wrong, beside their siblings (F26)"],
      [ENTRY, "no status (F26)"],
    ],
  ],
  ["F27 odd labels", "CL", [[ENTRY, "keeps labels whose keys are names of the language, and pollutes nothing (F27)"]]],
  ["F28 odd conditions", "C", [[ENTRY, "(F28)"]]],
  [
    "F29 odd times",
    "C",
    [
      [ENTRY, "a time that is none (F29)"],
      ["lib/domain/verdict/connection.test.ts", "it.each(cases)"],
    ],
  ],
  [
    "F32 rights go in mid-life",
    "HA",
    [
      [REVOKED, "is said within seven seconds and what is held is withdrawn within ten"],
      [REAL, "F32 seconds to 'denied' under an open watch"],
      [REFLECTOR, "withdraws what it held with the second refusal, a few seconds after the first (F32)"],
      [CLUSTER, "is withdrawn though the review of rights still allows it (F32)"],
      [CLUSTER, "is dropped when the right goes, and comes back with it"],
      [POLITENESS, "denies everything (F32)"],
    ],
  ],
  [
    "F33 token rotates",
    "CH",
    [
      [CLIENT, "are read afresh once after a 401, and the request is sent again (F33)"],
      [REFLECTOR, "keeps what it held while its credentials are not accepted, and calls none of it live"],
    ],
  ],
  [
    "F34 definitions absent",
    "HP",
    [
      [REAL, "F34 seconds until a kind that was installed is found"],
      [REFLECTOR, "says absent where the kind does not exist, and finds it when it comes (F34)"],
      [CLUSTER, "without Istio's definitions, and finds them when they come (F34)"],
      [POLITENESS, "does not know the kind (F34)"],
    ],
  ],
  [
    "F38 something else answers",
    "HL",
    [
      [REFLECTOR, "an HTML page (F38)"],
      [CLIENT, "a redirection"],
      [CLIENT, "compressed"],
    ],
  ],
  [
    "F39 clocks that disagree",
    "H",
    [
      [CLIENT, "that is %i ms ahead is seen, rounding apart"],
      ["lib/client/live-store.test.ts", "counts server time from its last beat, less the beat's own age"],
      [BROWSERS, "a clock that is an hour off, or jumps, changes nothing (F39)"],
    ],
  ],
  [
    "F40 buffering proxy",
    "H",
    [
      [BROWSERS, "for ever, a page is never live, and says lost within fifteen seconds (F40)"],
      ["lib/server/live/open-stream.test.ts", "is one that no proxy keeps"],
      ["e2e/between.spec.ts", "a page is not live and names the reason (F40)"],
    ],
  ],
  [
    "F41 sleep and wake",
    "CH",
    [
      [BROWSERS, "says lost first, then shows exactly what is now, without a flood of what was (F41)"],
      ["e2e/page-life.spec.ts", "a page that slept begins by doubting what it shows, and then shows what is now (F41)"],
    ],
  ],
  [
    "F42 stalled readers",
    "CL",
    [
      [BROWSERS, "a hundred readers that read nothing hold up nobody, and begin afresh when they read again (F42)"],
      ["lib/server/live/open-stream.test.ts", "keeps no more than a quarter of a megabyte"],
    ],
  ],
  ["F43 slow headers", "L", [["e2e/slow-headers.spec.ts", "five hundred connections that never end their headers keep nobody out (F43)"]]],
  [
    "F44 restart under two hundred streams",
    "CHP",
    [
      [BROWSERS, "two hundred browsers come back over five seconds or more, stale meanwhile, without a row twice (F44)"],
      ["e2e/shutdown.spec.ts", "closes two hundred streams in order"],
    ],
  ],
];

/** The sections of the page about faults. */
const FAULTS = readFileSync("docs/faults.md", "utf8").split("\n### ");

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `F${String(from + index).padStart(2, "0")}`);

describe("the fault matrix", () => {
  it("names every fault between the API server and a reader, once", () => {
    expect(MATRIX.map(([fault]) => fault.slice(0, 3))).toEqual([...range(1, 29), ...range(32, 34), ...range(38, 44)]);
  });

  it.each(MATRIX)("%s (%s): has tests that exist and are not left out", (_fault, invariants, proofs) => {
    expect(invariants.length).toBeGreaterThan(0);
    for (const letter of invariants) expect(Object.keys(INVARIANTS)).toContain(letter);
    expect(proofs.length).toBeGreaterThan(0);
    for (const [file, name] of proofs) {
      const text = readFileSync(file, "utf8");
      expect(text, file).toContain(name);
      expect(text, file).not.toMatch(/\.(skip|todo|fixme)\(/);
    }
  });

  it.each(MATRIX)("%s (%s): docs/faults.md has a heading for it and names the files of its tests", (fault, _invariants, proofs) => {
    const section = FAULTS.find((part) => part.startsWith(`${fault.slice(0, 3)}: `));
    const named = [...(section ?? "").matchAll(/`([^`]+)`/g)].map(([, file]) => file);
    expect(named).toEqual(expect.arrayContaining(proofs.map(([file]) => file)));
  });
});
