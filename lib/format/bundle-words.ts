import type { AdditionCode } from "@/lib/domain/bundle/bundle";

/** The comment above a line of a bundle that istioctl would not write. */
export function additionWords(code: AdditionCode): string {
  return `Added by Stolos: ${ADDITIONS[code]}`;
}

const ADDITIONS = {
  "gateway-name": "the gateway has a name; istiod's certificate must have it too (ISTIOD_CUSTOM_HOST).",
  "machine-labels": "labels of this machine alone.",
  "machine-locality": "the locality, as a label.",
  "gateway-resolved": "the address that the gateway's name had when this was made; write it anew when that changes.",
} as const satisfies Record<AdditionCode, string>;
