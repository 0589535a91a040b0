import { Button } from "@/components/ui/button";
import type { PlatformPolicyAnswer } from "@/lib/contract/answers/platform-policy";
import { presetEdits } from "@/lib/domain/platform-policy/policies";
import { presetsWords } from "@/lib/format/guard-rails-words";
import type { GroupForm } from "./group-form";

interface PresetListProps {
  readonly answer: Extract<PlatformPolicyAnswer, { readonly kind: "known" }>;
  readonly form: GroupForm;
}

/** What the platform team offers to begin with, over a draft in which nothing was typed yet. */
export function PresetList({ answer: { place, rails }, form }: PresetListProps) {
  // One that speaks of the mesh alone changes nothing of a group.
  const offered = rails.presets.filter((preset) => presetEdits(preset).length > 0);
  if (offered.length === 0) return null;
  return (
    <fieldset className="mt-5 flex max-w-[62em] flex-wrap items-center gap-2 border-l-2 border-line-2 bg-sunken px-3.5 py-2.5">
      <legend className="sr-only">Presets</legend>
      <p className="w-full wrap-anywhere text-ink-2">{presetsWords({ place })}</p>
      {offered.map((preset) => (
        <Button key={preset.name} onClick={() => form.edit(...presetEdits(preset))}>
          {preset.name}
        </Button>
      ))}
    </fieldset>
  );
}
