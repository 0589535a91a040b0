/**
 * How an entry bears on selectors, whoever selects: bits. Together with its labels and weight that is all by which they tell entries apart, so that
 * nobody has to put an entry together to count it. That it says the same as the domain's own functions a test proves.
 */
export const BEARING = {
  /** For the revision of istiod in question (docs/istio.md#revision). */
  ofRevision: 1,
  /** Its address is a name or a socket: only hosts resolved by DNS take it (docs/istio.md#address-kinds). */
  named: 2,
  /** istiod does not wait for its health, or knows it to be good (docs/istio.md#health-gate). */
  healthy: 4,
  draining: 8,
  /** It has an address or a network. With a network alone, the caller and the gateways decide (docs/istio.md#empty-address): `endpointStatusByPort`. */
  reachable: 16,
  /** Nobody vouches for what is judged of it. */
  doubted: 32,
  /** Its health is asked. */
  checked: 64,
  /** Its health is asked, and nothing has been reported yet (docs/istio.md#health-gate). */
  awaiting: 128,
} as const;

/** The settings of a mesh that a bearing rests on. */
export interface BearingMesh {
  readonly revision: string;
  readonly healthChecks: boolean;
  readonly drainingLabel: string;
}
