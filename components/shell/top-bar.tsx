import type { ShellHead } from "@/lib/contract/views/fleet";
import { ClusterPicker } from "./cluster-picker";
import { FreshnessLine } from "./freshness-line";
import { NamespacePicker } from "./namespace-picker";
import { SearchBox } from "./search-box";
import { ZoneSwitch } from "./zone-switch";

/** Where one is, what one looks for, how fresh it is: in sight on every page. */
export function TopBar({ head }: { readonly head: ShellHead | null }) {
  return (
    <header className="sticky top-0 z-20 flex h-bar items-center gap-3.5 border-b border-line bg-paper px-page max-desk:gap-2">
      <ClusterPicker head={head} />
      <NamespacePicker head={head} />
      <SearchBox />
      <FreshnessLine />
      <ZoneSwitch />
    </header>
  );
}
