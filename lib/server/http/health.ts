/** Where one asks whether the process answers, and what it says. */
export const HEALTH_PATH = "/api/healthz";
export const HEALTHY = "ok\n";
