import type { FindingCode } from "./rule";

/**
 * Rules whose findings rest on the machines and groups of the subject's own namespace and on nothing else: whoever sees those finds the same,
 * whatever there is beside them. What the record tells of any other rule may rest on what not everybody sees.
 */
export const OWN_SIGHT_RULES: readonly FindingCode[] = [
  ...(["STL101", "STL102", "STL103", "STL104", "STL105", "STL106", "STL107", "STL111", "STL112", "STL113", "STL114", "STL117", "STL119", "STL120"] as const),
  ...(["STL127"] as const),
  ...(["STL201", "STL202", "STL203", "STL204", "STL205", "STL206", "STL207", "STL208", "STL209", "STL210", "STL211", "STL212", "STL216"] as const),
  ...(["STL406", "STL407", "STL408", "STL503"] as const),
];
