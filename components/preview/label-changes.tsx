import { Section } from "@/components/ui/section";
import type { WorkloadEditEffects } from "@/lib/contract/answers/preview";
import { labelChangeWords } from "@/lib/format/preview-words";

/** The labels of the edited machine or group that are others, as selectors see them: what the results rest on. */
export function LabelChanges({ labels }: Pick<WorkloadEditEffects, "labels">) {
  if (labels.length === 0) return null;
  return (
    <Section name="label-changes" title="Labels that change">
      <ul className="mt-2">
        {labels.map((label) => (
          <li key={label.key} className="flex flex-wrap gap-x-3 border-b border-line py-1.5">
            <code className="min-w-52 break-all">{label.key}</code>
            <code className="min-w-0 break-all text-ink-2">{labelChangeWords(label)}</code>
          </li>
        ))}
      </ul>
    </Section>
  );
}
