/**
 * Node's flags for processes that live for seconds and open an embedded database: its WebAssembly is compiled once, fast
 * and plainly. To compile it anew for speed took half of a venue's start (4.0 s of processor time where 2.3 are enough).
 */
export const PLAIN_WASM = ['--liftoff-only'];
