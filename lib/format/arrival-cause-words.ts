import type { ServerCheckedCause, UncheckedCause } from "@/lib/domain/new-group/arrival";
import { shellQuote } from "./shell-quote";

/** A cause and the command that shows it, "" = none. */
export interface CauseWords {
  readonly title: string;
  readonly detail: string;
  readonly command: string;
}

interface CauseFacts {
  readonly context: string;
  readonly istioNamespace: string;
  /** The name under which istiod's certificate is known: that of the group's revision; "" = not known. */
  readonly istiod: string;
  readonly namespace: string;
  readonly group: string;
  /** The account of the last token, "" = not known. */
  readonly account: string;
  readonly gateway: string;
}

/** What this server has seen. */
export function foundCauseWords(cause: ServerCheckedCause, facts: CauseFacts): CauseWords {
  const { namespace, group, account } = facts;
  const kubectl = kubectlIn(facts, namespace);
  switch (cause) {
    case "no-group":
      return {
        title: "There is no such group",
        detail: `istiod refuses its machines: cannot find WorkloadGroup ${namespace}/${group}.`,
        command: `${kubectl} get workloadgroup ${shellQuote(group)}`,
      };
    case "token-ended":
      return {
        title: "The token has ended",
        detail: "A machine that was not let in before needs another.",
        command: "sudo cut -d. -f2 /var/run/secrets/tokens/istio-token | base64 -d 2>/dev/null",
      };
    case "other-account":
      return {
        title: "The group wants another account",
        detail: `The last token is one of ${account}; istiod refuses it: service account mismatch. Make the files anew.`,
        command: `${kubectl} get workloadgroup ${shellQuote(group)} -o jsonpath='{.spec.template.serviceAccount}'`,
      };
    case "no-account":
      return { title: "The service account is gone", detail: "Its tokens fail from then on.", command: `${kubectl} get serviceaccount ${shellQuote(account)}` };
    case "no-gateway":
      return {
        title: "The gateway has no address",
        detail: "The last files lead through it, and no Service with the label istio=eastwestgateway has an address now.",
        command: gatewayCommand(facts),
      };
  }
}

/** What only the machine can tell: possible, and never claimed. */
export function possibleCauseWords(cause: UncheckedCause, facts: CauseFacts): CauseWords {
  const { gateway } = facts;
  const istiod = facts.istiod === "" ? "ISTIOD" : shellQuote(facts.istiod);
  switch (cause) {
    case "needs-gateway":
      return {
        title: "It needs a gateway, and none has an address",
        detail: "That is so outside the cluster's network, unless its files name another way to istiod.",
        command: gatewayCommand(facts),
      };
    case "not-started":
      return {
        title: "The agent does not run",
        detail: "Its log says what istiod answered.",
        command: "systemctl status istio --no-pager; sudo journalctl --unit istio -n 50 --no-pager",
      };
    case "no-path":
      return {
        title: "A firewall is in the way",
        detail: "istiod is reached on port 15012.",
        command: `timeout 5 bash -c '</dev/tcp/${HOST.test(gateway) ? gateway : "GATEWAY"}/15012' && echo open`,
      };
    case "clock":
      return { title: "Its clock is off", detail: "istiod's certificate then has expired or is not valid yet.", command: "date -u; timedatectl" };
    case "wrong-root":
      return {
        title: "Its root certificate is another mesh's",
        detail: "The answer ends with “Verify return code: 0 (ok)” where it fits.",
        command: `openssl s_client -connect ${istiod}:15012 -CAfile /etc/certs/root-cert.pem </dev/null 2>/dev/null | grep Verify`,
      };
    case "no-name":
      return {
        title: "It does not know istiod's name",
        detail: "The line of the file hosts belongs into /etc/hosts.",
        command: `getent hosts ${istiod}`,
      };
  }
}

/** What may stand in a command unquoted: the address of a gateway, and nothing that a shell takes for more. */
const HOST = /^[A-Za-z0-9][A-Za-z0-9.:-]*$/;

function gatewayCommand(facts: CauseFacts): string {
  return `${kubectlIn(facts, facts.istioNamespace)} get services -l istio=eastwestgateway`;
}

function kubectlIn({ context }: CauseFacts, namespace: string): string {
  return `kubectl${context === "" ? "" : ` --context ${shellQuote(context)}`} -n ${shellQuote(namespace)}`;
}
