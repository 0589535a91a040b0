import { describe, expect, it } from "vitest";
import { contentSecurityPolicy, newNonce } from "./content-security-policy";

describe("the policy of a page", () => {
  it("never allows inline code, inline style or eval in production", () => {
    expect(contentSecurityPolicy("abc", "production")).not.toMatch(/unsafe-/);
  });

  it("allows the scripts and styles that carry the nonce of this answer, and nobody to frame it", () => {
    const policy = contentSecurityPolicy("abc", "production");
    expect(policy).toContain("script-src 'self' 'nonce-abc' 'strict-dynamic'");
    expect(policy).toContain("style-src 'self' 'nonce-abc'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("default-src 'none'");
  });

  it("makes a nonce of 128 bits that does not come twice", () => {
    const nonces = Array.from({ length: 1000 }, newNonce);
    expect(new Set(nonces).size).toBe(1000);
    expect(nonces.every((nonce) => /^[A-Za-z0-9+/]{22}==$/.test(nonce))).toBe(true);
  });
});
