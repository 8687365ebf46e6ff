/**
 * Node's flags for short-lived processes with an embedded database: WebAssembly is compiled quickly and not
 * optimised, which saves half of the time to start (2.3 s of processor time instead of 4.0 s).
 */
export const PLAIN_WASM = ['--liftoff-only'];
