import type { PlatformPolicyAnswer } from "@/lib/contract/answers/platform-policy";
import { brokenRules, policyViolationCode } from "@/lib/domain/platform-policy/broken-rules";
import { policyRules } from "@/lib/domain/platform-policy/policies";
import { brokenRuleWords, policyWords } from "@/lib/format/guard-rails-words";
import { Item } from "./item";

interface RailsListProps {
  readonly answer: Exclude<PlatformPolicyAnswer, { readonly kind: "none" }>;
  readonly namespace: string;
}

/** What the platform team allows, and whether it allows the namespace. */
export function RailsList({ answer, namespace }: RailsListProps) {
  return (
    <ul aria-label="Rules of the platform team">
      {answer.kind === "unknown" ? (
        <Item state="unseen" title="The rules" data={{ "data-problem": "policy-unknown", "data-why": answer.why, "data-place": answer.place }}>
          {answer.problem}
        </Item>
      ) : (
        <>
          <NamespaceItem answer={answer} namespace={namespace} />
          {policyRules(answer.rails).map((policy) => (
            <li
              key={`${policy.policy} ${policy.key}`}
              data-policy={policy.policy}
              data-key={policy.key}
              data-values={policy.values.join(" ")}
              className="border-b border-line py-2 pl-[26px] wrap-anywhere text-ink-2"
            >
              {policyWords(policy)}
            </li>
          ))}
        </>
      )}
    </ul>
  );
}

function NamespaceItem({
  answer: { rails, place },
  namespace,
}: {
  readonly answer: Extract<PlatformPolicyAnswer, { readonly kind: "known" }>;
  readonly namespace: string;
}) {
  // Of a service account nothing is ruled but where it is.
  const [broken] = brokenRules(rails, { kind: "ServiceAccount", namespace, isNew: true, body: {} });
  return (
    <Item
      state={broken === undefined ? "ok" : "problem"}
      title={`Namespace ${namespace}`}
      data={{ "data-namespace": namespace, "data-fault": broken && policyViolationCode(broken) }}
    >
      {broken === undefined ? place : brokenRuleWords(broken)}
    </Item>
  );
}
