import fc from "fast-check";
import type { LabelSet } from "@/lib/domain/object/label-set";
import type { DestinationRule, PeerAuthentication, VirtualService } from "@/lib/domain/selection/policies";
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
  failover: fc.constantFrom(
    [],
    [{ from: "eu", to: "us" }],
    [{ from: "us", to: "ap" }],
    ["eu", "us"].map((from) => ({ from, to: "ap" })),
  ),
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
    namespace: fc.constantFrom("shop", "shop", "shop", "data", "istio-system"),
    host: fc.constantFrom("a.test", "b.test", "k.shop.svc.cluster.local", "l.shop.svc.cluster.local"),
    part,
    ofPort: seldom(
      part.map((one) => [{ ...one, port: 80 }]),
      [],
      6,
    ),
    subsets: seldom<DestinationRule["subsets"]>(fc.constant(["1", "3"].map((v) => ({ name: `v${v}`, labels: [["v", v]], policy: null }))), [], 1),
  })
  .map(({ part: general, ofPort, ...own }) => aDestinationRule({ ...own, policy: aTrafficPolicy({ ...general, ports: ofPort }) }));

/** A VirtualService that sends a part of the requests to a subset. */
export const arbitraryRoute: fc.Arbitrary<VirtualService> = fc
  .record({
    namespace: fc.constantFrom("shop", "data"),
    name: fc.constantFrom("r", "s"),
    host: fc.constantFrom("a.test", "b.test", "k.shop.svc.cluster.local", "l"),
    subset: fc.constantFrom("v1", "v3", "v3", "v9", ""),
    share: fc.constantFrom(0, 0.8, 1),
    sources: seldom<readonly string[]>(fc.constantFrom(["shop"], ["web"]), [] as string[]),
    gateways: seldom<readonly string[]>(fc.constantFrom(["mesh", "g"], ["g"]), [] as string[]),
    exportTo: seldom<readonly string[]>(fc.constantFrom(["."], ["web"], ["*"]), [] as string[]),
  })
  .map(({ host, subset, share, sources, ...own }) => ({
    ...{ ...own, createdAt: 0, labels: [], hosts: [host] },
    destinations: [{ host, port: null, subset, sources, share }],
  }));

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
