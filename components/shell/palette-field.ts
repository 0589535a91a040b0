import { FOCUS_FIRST } from "@/components/ui/dialog";

/** Properties of the palette's text field, which appears before its list is loaded. */
export const PALETTE_FIELD_PROPS = {
  ...FOCUS_FIRST,
  placeholder: "Find a machine, group, address, host, replica, #incident; or : for commands",
  className: "h-12 w-full border-b border-line bg-transparent px-4 text-l outline-none placeholder:text-ink-3",
} as const;
