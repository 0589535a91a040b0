import { isIPv4 } from "node:net";

/** The sign-ins that ask who somebody is, and the one that shows everybody what was declared for that. */
const MAY_BE_REACHED = ["token", "oidc", "proxy", "kiosk"];

/** Where to listen, from the environment: `STOLOS_HOST` (127.0.0.1) and `STOLOS_PORT` or `PORT` (3000). Either an address or a `problem` in words. */
export function listenAddress(environment) {
  const host = environment.STOLOS_HOST || "127.0.0.1";
  // Kubernetes sets it to an address such as tcp://10.96.0.7:80 in each Pod of a namespace with a Service called stolos.
  const own = /^(tcp|udp|sctp):\/\//.test(environment.STOLOS_PORT ?? "") ? "" : environment.STOLOS_PORT;
  const text = own || environment.PORT || "3000";
  const port = Number(text);
  const name = own || !environment.PORT ? "STOLOS_PORT" : "PORT";
  if (!/^\d+$/.test(text) || port < 1 || port > 65535) return { problem: `${name}: "${text}" is no whole number from 1 to 65535, such as 3000.` };
  if (isLoopback(host)) return { host, port };
  // In a Pod, which Kubernetes tells by this variable, everybody is asked where nothing else is set.
  const signIn = environment.STOLOS_SIGN_IN || (environment.KUBERNETES_SERVICE_HOST ? "token" : "local");
  // The server itself checks the whole of these settings; here it is said before anything is built.
  if (MAY_BE_REACHED.includes(signIn)) {
    if (/^https:\/\//i.test(environment.STOLOS_PUBLIC_URL ?? "")) return { host, port };
    return {
      problem:
        `STOLOS_HOST is "${host}", which others can reach. Stolos speaks plain HTTP, over which what is shown, and a token, can be read on its way,\n` +
        "so it listens on this machine only, unless a proxy that terminates TLS stands in front of it.\n" +
        "What to do: set STOLOS_PUBLIC_URL to the https address of that proxy; or leave STOLOS_HOST unset, and reach it from elsewhere\n" +
        "through ssh -L or kubectl port-forward.",
    };
  }
  return {
    problem:
      `STOLOS_HOST is "${host}", which others can reach. Stolos shows what its kubeconfig may see to everybody who can reach it,\n` +
      `and does not ask who they are (STOLOS_SIGN_IN is ${signIn}), so it listens on this machine only.\n` +
      "What to do: leave STOLOS_HOST unset, and reach it from elsewhere through ssh -L or kubectl port-forward.",
  };
}

function isLoopback(host) {
  return host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."));
}
