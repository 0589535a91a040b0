import fc from "fast-check";
import type { LabelSet } from "@/lib/domain/label-set";
import type { DestinationRule, PeerAuthentication } from "@/lib/domain/selection/policies";
import { seldom } from "./finding-values";
import { aDestinationRule, aTrafficPolicy } from "./selection";

/** `distribute` with up to two rules. An empty one is no setting: istiod and the parsers drop it. */
export const arbitraryShares = fc
  .array(
    fc.record({
      from: fc.constantFrom("*", "eu/*", "eu/a/*", "us/*"),
      to: fc.uniqueArray(fc.constantFrom("*", "eu/*", "eu/a", "eu/b/*", "us/*", "ap/*"), { minLength: 1, maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 2 },
  )
  .map((rules) => rules.map(({ from, to }) => ({ from, to: to.map((place) => [place, 100 / to.length] as const) })));

const locationBalancing = fc.record({
  isEnabled: fc.constantFrom(true, true, false),
  distribute: seldom(arbitraryShares, null),
  failover: fc.constantFrom([], [{ from: "eu", to: "us" }], [{ from: "us", to: "ap" }]),
  failoverPriority: fc.constant([]),
});
const part = fc.record({
  tls: seldom(fc.constantFrom<(string | null)[]>("DISABLE", "ISTIO_MUTUAL", "SIMPLE"), null),
  outlier: fc.constantFrom(null, null, ...[null, 0, 30, 60, 100].map((maxEjectionPercent) => ({ minHealthPercent: 0, maxEjectionPercent }))),
  balancer: seldom(
    locationBalancing.map((one) => ({ simple: "", zoneAware: null, locality: one })),
    null,
    1,
  ),
});
/** A DestinationRule with what decides mTLS, ejection and places. */
export const arbitraryRule: fc.Arbitrary<DestinationRule> = fc
  .record({
    namespace: fc.constantFrom("shop", "shop", "data", "istio-system"),
    host: fc.constantFrom("a.test", "b.test", "k.shop.svc.cluster.local", "l.shop.svc.cluster.local"),
    part,
    ofPort: seldom(
      part.map((one) => [{ ...one, port: 80 }]),
      [],
      6,
    ),
  })
  .map(({ part: general, ofPort, ...own }) => aDestinationRule({ ...own, policy: aTrafficPolicy({ ...general, ports: ofPort }) }));

const mode = fc.constantFrom<(string | null)[]>("STRICT", "DISABLE", "PERMISSIVE", "UNSET", null);
/** A PeerAuthentication of a namespace, of the mesh, or of some machines. */
export const arbitraryAuthentication: fc.Arbitrary<PeerAuthentication> = fc
  .record({
    ...{ mode, namespace: fc.constantFrom("shop", "data", "istio-system"), name: fc.constantFrom("p", "q") },
    selector: fc.constantFrom<LabelSet[]>([], [], [["app", "a"]]),
    port: fc.constantFrom<(readonly [number, string | null][])[]>([], [[80, "DISABLE"]], [[8080, "STRICT"]]),
    createdAt: fc.nat(3),
  })
  .map(({ port, selector: chosen, ...own }) => ({ ...own, labels: [], selector: chosen, ports: chosen.length === 0 ? [] : port }));
