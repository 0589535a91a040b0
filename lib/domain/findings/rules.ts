import { CONTROL_PLANE_RULES } from "./control-plane";
import { ENTRY_ACCOUNT_RULES } from "./entries/accounts";
import { ENTRY_ADDRESS_RULES } from "./entries/addresses";
import { ENTRY_CONNECTION_RULES } from "./entries/connections";
import { ENTRY_HEALTH_RULES } from "./entries/health";
import { ENTRY_LABEL_AND_STATUS_RULES } from "./entries/labels-and-status";
import { ENTRY_MEMBERSHIP_RULES } from "./entries/membership";
import { ENTRY_TEMPLATE_RULES } from "./entries/template";
import { GROUP_ACCOUNT_RULES } from "./groups/accounts";
import { GROUP_LABEL_RULES } from "./groups/labels";
import { GROUP_PROBE_RULES } from "./groups/probes";
import { GROUP_REGISTRATION_RULES } from "./groups/registration";
import { GROUP_REVISION_RULES } from "./groups/revisions";
import { LOCALITY_LOAD_BALANCING_RULES } from "./localities/load-balancing";
import { LOCALITY_NAME_RULES } from "./localities/names";
import { NETWORK_BEHIND_GATEWAY_RULES } from "./networks/behind-gateways";
import { NETWORK_GATEWAY_RULES } from "./networks/gateways";
import type { AnyRule } from "./rule";
import { SERVICE_ENDPOINT_RULES } from "./services/endpoints";
import { SERVICE_HOST_NAME_RULES } from "./services/host-names";
import { SERVICE_LABEL_AND_STATUS_RULES } from "./services/labels-and-status";
import { SERVICE_LISTENER_RULES } from "./services/listeners";
import { SERVICE_MUTUAL_TLS_RULES } from "./services/mutual-tls";
import { SERVICE_PORT_RULES } from "./services/ports";
import { SERVICE_RESOLUTION_RULES } from "./services/resolution";
import { SERVICE_SELECTOR_RULES } from "./services/selectors";

const DECLARED: readonly AnyRule[] = [
  ...ENTRY_ACCOUNT_RULES,
  ...ENTRY_ADDRESS_RULES,
  ...ENTRY_CONNECTION_RULES,
  ...ENTRY_HEALTH_RULES,
  ...ENTRY_LABEL_AND_STATUS_RULES,
  ...ENTRY_MEMBERSHIP_RULES,
  ...ENTRY_TEMPLATE_RULES,
  ...GROUP_ACCOUNT_RULES,
  ...GROUP_LABEL_RULES,
  ...GROUP_PROBE_RULES,
  ...GROUP_REGISTRATION_RULES,
  ...GROUP_REVISION_RULES,
  ...SERVICE_ENDPOINT_RULES,
  ...SERVICE_HOST_NAME_RULES,
  ...SERVICE_LABEL_AND_STATUS_RULES,
  ...SERVICE_LISTENER_RULES,
  ...SERVICE_MUTUAL_TLS_RULES,
  ...SERVICE_PORT_RULES,
  ...SERVICE_RESOLUTION_RULES,
  ...SERVICE_SELECTOR_RULES,
  ...LOCALITY_LOAD_BALANCING_RULES,
  ...LOCALITY_NAME_RULES,
  ...NETWORK_BEHIND_GATEWAY_RULES,
  ...NETWORK_GATEWAY_RULES,
  ...CONTROL_PLANE_RULES,
];

/** Every rule, in the order of the codes: lists and files show the rules in this order. */
export const RULES: readonly AnyRule[] = [...DECLARED].sort((a, b) => (a.code < b.code ? -1 : 1));
