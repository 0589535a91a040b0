import { describe, expect, it } from "vitest";
import { decodeEnvelope } from "./protobuf";

/** A length-delimited field. */
function field(number: number, value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([number * 8 + 2, bytes.length]), bytes]);
}

function envelope(apiVersion: string, kind: string, ...fields: Buffer[]): Buffer {
  const type = Buffer.concat([field(1, apiVersion), field(2, kind)]);
  return Buffer.concat([Buffer.from("k8s\0"), field(1, type), field(2, Buffer.concat(fields))]);
}

describe("a protobuf request", () => {
  it("is read as the same object in JSON would be, empty strings left out", () => {
    const attributes = Buffer.concat([field(1, "shop"), field(2, "list"), field(3, ""), field(5, "pods")]);
    const bytes = envelope("authorization.k8s.io/v1", "SelfSubjectAccessReview", field(2, field(1, attributes)));
    expect(decodeEnvelope(bytes)).toEqual({
      apiVersion: "authorization.k8s.io/v1",
      kind: "SelfSubjectAccessReview",
      spec: { resourceAttributes: { namespace: "shop", verb: "list", resource: "pods" } },
    });
  });

  it("collects maps and repeated fields", () => {
    const label = (key: string, value: string): Buffer => field(11, Buffer.concat([field(1, key), field(2, value)]));
    const metadata = Buffer.concat([field(1, "shop"), label("a", "1"), label("b", "2"), field(14, "x"), field(14, "y")]);
    const read = decodeEnvelope(envelope("v1", "Namespace", field(1, metadata)));
    expect(read).toMatchObject({ metadata: { name: "shop", labels: { a: "1", b: "2" }, finalizers: ["x", "y"] } });
  });

  it("of a kind that is not known is refused, not guessed", () => {
    expect(decodeEnvelope(envelope("apps/v1", "Deployment"))).toBeNull();
  });

  it.each([
    ["without the mark", Buffer.from("nope")],
    ["cut short", envelope("v1", "Namespace", field(1, "x")).subarray(0, -2)],
  ])("%s is an error", (_what, bytes) => {
    expect(() => decodeEnvelope(bytes)).toThrow();
  });
});
