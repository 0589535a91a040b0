/** The other side of its trigger, where what floats does not fit on its own and has more room there; null = it stays. */
export function roomierSide(floating: HTMLElement): "top" | "bottom" | null {
  if (floating.scrollHeight <= floating.clientHeight) return null;
  const { top, bottom } = floating.getBoundingClientRect();
  const trigger = Number.parseFloat(getComputedStyle(floating).getPropertyValue("--radix-popover-trigger-height")) || 0;
  const isBelow = floating.dataset.side !== "top";
  const above = isBelow ? top - trigger : bottom;
  const below = window.innerHeight - (isBelow ? top : bottom + trigger);
  if (isBelow) return above > below ? "top" : null;
  return below > above ? "bottom" : null;
}
