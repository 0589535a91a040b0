import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { WORST_FIRST } from "@/lib/format/order-words";

/** The words of the default order, which say on demand what they mean. */
export function WorstFirst({ of }: { readonly of: keyof typeof WORST_FIRST }) {
  return (
    <Popover>
      <PopoverTrigger title={WORST_FIRST[of]} className="underline decoration-dotted underline-offset-2 hover:text-ink">
        worst first
      </PopoverTrigger>
      <PopoverContent aria-label="Worst first">{WORST_FIRST[of]}</PopoverContent>
    </Popover>
  );
}
