import type { Page } from "@playwright/test";

/** Visible elements whose computed colour is green, whatever class gave it to them. */
export function greenElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (pen === null) throw new Error("This browser draws no canvas.");
    const isGreen = (colour: string) => {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data;
      return alpha > 30 && green > red + 15 && green > blue + 8;
    };
    const known = new Map<string, boolean>();
    const check = (colour: string) => {
      const seen = known.get(colour) ?? isGreen(colour);
      known.set(colour, seen);
      return seen;
    };
    return [...document.body.querySelectorAll("*")]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const style = getComputedStyle(element);
        return check(style.backgroundColor) || check(style.fill) || (element.textContent?.trim() !== "" && check(style.color));
      })
      .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`);
  });
}
