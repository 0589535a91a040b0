import "./node-version.mjs";
import { startSimulated } from "./simulated.mjs";

/** `npm run demo`: everything, on a fresh machine. */
await startSimulated("start");
