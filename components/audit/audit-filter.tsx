import { Button } from "@/components/ui/button";
import { pagePaths } from "@/lib/contract/url/paths";

const FIELD = "h-8 min-w-0 rounded-control border border-line-2 bg-raised px-2.5 text-s max-desk:h-11";

/** Narrows the audit: by words, and to what was applied or only tried. What was chosen of clusters and namespaces stays. */
export function AuditFilter({ asked }: { readonly asked: string }) {
  const params = new URLSearchParams(asked);
  const kept = [...params].filter(([key]) => key === "cluster" || key === "ns" || key === "at");
  return (
    <form method="get" action={pagePaths.audit()} className="flex flex-wrap items-center gap-2">
      {kept.map(([key, value]) => (
        <input key={`${key} ${value}`} type="hidden" name={key} value={value} />
      ))}
      <input
        type="search"
        name="q"
        aria-label="Words in the audit"
        placeholder="who, command, name"
        maxLength={256}
        defaultValue={params.get("q") ?? ""}
        className={`${FIELD} w-64`}
      />
      <select name="mode" aria-label="Applied or tried" defaultValue={params.get("mode") ?? ""} className={FIELD}>
        <option value="">applied and dry runs</option>
        <option value="applied">applied</option>
        <option value="dry run">dry runs</option>
      </select>
      <Button type="submit">Filter</Button>
    </form>
  );
}
