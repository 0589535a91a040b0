import type { RuleName } from "@/lib/domain/findings/rule-names";
import { CONTROL_PLANE_TEXTS } from "./control-plane";
import { ENTRY_TEXTS } from "./entries";
import { GROUP_TEXTS } from "./groups";
import { LOCALITY_TEXTS } from "./localities";
import { NETWORK_TEXTS } from "./networks";
import type { RuleTexts } from "./rule-texts";
import { SERVICE_TEXTS } from "./services";

/** The texts of every rule by its name. A stored name can be unknown here: another version of Stolos wrote it. */
export const RULE_WORDS: Readonly<Record<string, RuleTexts>> = {
  ...ENTRY_TEXTS,
  ...GROUP_TEXTS,
  ...SERVICE_TEXTS,
  ...LOCALITY_TEXTS,
  ...NETWORK_TEXTS,
  ...CONTROL_PLANE_TEXTS,
} satisfies Readonly<Record<RuleName, RuleTexts>>;
