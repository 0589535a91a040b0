import type { Page } from "@playwright/test";
import { expectAlive } from "@/e2e/alive";
import { marksIn } from "./fields";
import { untilRead } from "./looks";
import type { View } from "./views";
import { type Drawn, drawnOf } from "./watch-page";

/** What was seen on the pages that were looked at so far. */
export interface Walk {
  /** The payloads that were seen, by the name of the look and the code of the field: `machine En`. */
  readonly shown: ReadonlyMap<string, ReadonlySet<number>>;
  /** By the same names the address where each was seen first, and the text around it. */
  readonly first: ReadonlyMap<string, string>;
  /** What pages did that they must not do, each in a sentence; empty where what strangers wrote stayed a text. */
  readonly wrong: readonly string[];
  /** Loads a page and looks at it, once or as often as its view says. */
  visit(page: Page, view: View): Promise<void>;
}

/** Begins one over the pages of a server. */
export function startWalk(address: string): Walk {
  const shown = new Map<string, Set<number>>();
  const first = new Map<string, string>();
  const wrong: string[] = [];
  const look = async (page: Page, name: string, path: string) => {
    const drawn = await drawnWhole(page);
    const text = `${drawn.text}\n${drawn.title}`;
    for (const [code, payload, at] of marksIn(text)) {
      const key = `${name} ${code}`;
      if (!first.has(key)) first.set(key, `${page.url()}: ${JSON.stringify(text.slice(Math.max(0, at - AROUND), at + AROUND))}`);
      shown.set(key, (shown.get(key) ?? new Set()).add(payload));
    }
    wrong.push(...wrongWith(drawn, new URL(page.url()).origin === address).map((what) => `${path} (${name}) ${what}`));
  };
  return {
    shown,
    first,
    wrong,
    async visit(page, { path, looks }) {
      await page.goto(`${address}${path}`);
      await expectAlive(page, 60_000);
      for (const { name, after } of looks) {
        await after?.(page);
        await look(page, name, path);
      }
    },
  };
}

/** So many letters before and after a mark say where it stands. */
const AROUND = 120;
/** So long nothing more of strangers comes onto a page that has read all of it. */
const STILL_MS = 200;

/** What a page holds once it has read all of it, and shows no more than a moment before. */
async function drawnWhole(page: Page): Promise<Drawn> {
  await untilRead(page);
  const count = ({ text, title }: Drawn) => marksIn(`${text}\n${title}`).length;
  let before = await drawnOf(page);
  for (;;) {
    await page.waitForTimeout(STILL_MS);
    const drawn = await drawnOf(page);
    if (count(drawn) === count(before)) return drawn;
    before = drawn;
  }
}

function wrongWith({ title, elsewhere, isPolluted }: Drawn, isHere: boolean): readonly string[] {
  return [
    ...elsewhere.map((one) => `leads elsewhere: ${one}`),
    ...(isPolluted ? ["has changed what every object has"] : []),
    ...(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(title) ? ["has a title with letters that nobody sees"] : []),
    ...(isHere ? [] : ["led to another host"]),
  ];
}

/** The payloads that were seen in looks of these names (all, where none are named), in fields of which the codes are given. */
export function seenOn(
  shown: Walk["shown"],
  { names, codes }: { readonly names?: readonly string[]; readonly codes?: readonly string[] },
): ReadonlySet<number> {
  const isMeant = (key: string) => {
    const at = key.lastIndexOf(" ");
    return (names === undefined || names.includes(key.slice(0, at))) && (codes === undefined || codes.includes(key.slice(at + 1)));
  };
  return new Set([...shown].filter(([key]) => isMeant(key)).flatMap(([, payloads]) => [...payloads]));
}
