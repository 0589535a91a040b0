import { describe, expect, it } from "vitest";
import { listenAddress } from "./listen-address.mjs";
import { requireNode } from "./node-version.mjs";

describe("where the dashboard listens", () => {
  it.each([
    ["port 3000 of this machine by default", {}, { host: "127.0.0.1", port: 3000 }],
    ["the port of PORT", { PORT: "4000" }, { host: "127.0.0.1", port: 4000 }],
    ["the port of STOLOS_PORT before that of PORT", { PORT: "4000", STOLOS_PORT: "5000" }, { host: "127.0.0.1", port: 5000 }],
    ["port 3000 where Kubernetes has set STOLOS_PORT for a Service called stolos", { STOLOS_PORT: "tcp://10.96.0.7:80" }, { host: "127.0.0.1", port: 3000 }],
    ["another address of this machine", { STOLOS_HOST: "::1" }, { host: "::1", port: 3000 }],
  ])("is %s", (_, environment, address) => {
    expect(listenAddress(environment)).toEqual(address);
  });

  it.each(["0.0.0.0", "::", "192.168.1.7", "example.com", "127.example.com"])(
    "is never %s, for nobody asks who reads there, and a token could be read on its way",
    (host) => {
      expect(listenAddress({ STOLOS_HOST: host }).problem).toMatch(/this machine only[\s\S]*What to do/);
      for (const signIn of ["token", "proxy", "oidc", "kiosk"])
        expect(listenAddress({ STOLOS_HOST: host, STOLOS_SIGN_IN: signIn }).problem).toMatch(/plain HTTP[\s\S]*this machine only[\s\S]*What to do/);
    },
  );

  it.each(["token", "oidc", "proxy", "kiosk"])("may be any address with the sign-in %s where TLS ends in front of it", (signIn) => {
    const settings = { STOLOS_HOST: "0.0.0.0", STOLOS_SIGN_IN: signIn };
    expect(listenAddress({ ...settings, STOLOS_PUBLIC_URL: "https://stolos.example.com" })).toEqual({ host: "0.0.0.0", port: 3000 });
    expect(listenAddress({ ...settings, STOLOS_PUBLIC_URL: "http://localhost:3000" }).problem).toMatch(/STOLOS_PUBLIC_URL/);
    expect(listenAddress({ STOLOS_HOST: "0.0.0.0", STOLOS_PUBLIC_URL: "https://stolos.example.com" }).problem).toMatch(/does not ask who they are/);
  });

  it("in a Pod asks for a token where nothing else is set, as the server does, and nobody only where that is chosen", () => {
    const pod = { KUBERNETES_SERVICE_HOST: "10.96.0.1", STOLOS_HOST: "0.0.0.0" };
    expect(listenAddress(pod).problem).toMatch(/plain HTTP/);
    expect(listenAddress({ ...pod, STOLOS_SIGN_IN: "local" }).problem).toMatch(/does not ask who they are \(STOLOS_SIGN_IN is local\)/);
    expect(listenAddress({ ...pod, STOLOS_PUBLIC_URL: "https://stolos.example.com" })).toEqual({ host: "0.0.0.0", port: 3000 });
  });

  it.each(["http", "0", "65536", "80.5", "-1"])("is a problem in words when the port is %s", (port) => {
    for (const name of ["STOLOS_PORT", "PORT"])
      expect(listenAddress({ [name]: port }).problem).toBe(`${name}: "${port}" is no whole number from 1 to 65535, such as 3000.`);
  });
});

describe("an old Node", () => {
  it.each([
    ["18.20.4", [1]],
    ["20.18.9", [1]],
    ["20.19.0", []],
    ["24.1.0", []],
  ])("%s is turned away before anything else happens: exits %j", (version, exits) => {
    const seen: number[] = [];
    requireNode(version, (code: number) => seen.push(code));
    expect(seen).toEqual(exits);
  });
});
