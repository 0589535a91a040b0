import type { Page } from "@playwright/test";

/**
 * What is drawn in the tone of a state, and has no word to be seen beside it: in its own row, line, control or picture. Somebody who sees no colours
 * would not know what it says.
 */
export function toldByColourAlone(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    const computed = (token: string) => {
      probe.style.color = `var(--${token})`;
      return getComputedStyle(probe).color;
    };
    const plain = new Set(["ink", "ink-2", "ink-3", "line", "line-2", "sunken"].map(computed));
    const tones = new Set(["good", "idle", "warn", "bad", "blind"].flatMap((tone) => [tone, `${tone}-cell`]).map(computed));
    probe.remove();
    for (const colour of plain) tones.delete(colour);

    const AROUND = "a, button, li, tr, p, h1, h2, h3, dt, dd, label, summary, figure, section, nav";
    const isSeen = (text: Text) => {
      const holder = text.parentElement;
      return holder?.checkVisibility() === true && holder.closest(".sr-only, [aria-hidden=true]") === null;
    };
    // Outside of any of these, the element that it stands in; the body is not beside anything.
    const surroundings = (element: Element) => {
      const drawn = element instanceof SVGElement ? (element.ownerSVGElement ?? element) : element;
      const around = drawn.closest(AROUND) ?? drawn.parentElement;
      return around === document.body ? null : around;
    };
    const hasWords = (element: Element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      let words = "";
      for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) if (isSeen(text as Text)) words += text.nodeValue;
      return /\p{L}{3}/u.test(words);
    };
    const ownText = (element: Element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== "");
    const isToned = (element: Element) => {
      const { color, backgroundColor, fill, stroke } = getComputedStyle(element);
      if (element instanceof SVGElement) return tones.has(fill) || tones.has(stroke);
      return tones.has(backgroundColor) || (tones.has(color) && ownText(element));
    };
    // Counts of findings in a row: the icon of each severity has an outline of its own, and the link has the words as its name.
    const hasOutline = (element: Element) => element.closest("a[aria-label] [data-severity]") !== null;
    return [...document.body.querySelectorAll("*")]
      .filter((element) => element.checkVisibility() && element.closest(".sr-only") === null && isToned(element) && !hasOutline(element))
      .filter((element) => {
        const around = surroundings(element);
        return around === null || !hasWords(around);
      })
      .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`);
  });
}

/** How much lighter or darker a cell in trouble is than one that is not, the least that any two of them differ: the ratio of WCAG, which knows no colours. */
export function cellContrast(page: Page): Promise<number> {
  return page.evaluate(() => {
    const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const probe = document.body.appendChild(document.createElement("i"));
    const luminance = (token: string) => {
      probe.style.color = `var(--${token})`;
      if (pen === null) throw new Error("This browser draws no canvas.");
      pen.fillStyle = getComputedStyle(probe).color;
      pen.fillRect(0, 0, 1, 1);
      const linear = [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
    };
    const ratios = ["bad-cell", "warn-cell"].flatMap((trouble) =>
      ["good-cell", "idle-cell"].map((calm) => {
        const both = [luminance(trouble), luminance(calm)];
        return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
      }),
    );
    probe.remove();
    return Math.min(...ratios);
  });
}
