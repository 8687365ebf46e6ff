/** The process's own globals, saved before a page replaces them. */
export const real = { setTimeout: globalThis.setTimeout, setImmediate: globalThis.setImmediate, Date };

/** Lets what has happened take effect: promises, React's work, messages. No time of the page passes. */
export async function turns(count = 4): Promise<void> {
  for (let turn = 0; turn < count; turn += 1)
    await new Promise((next) => {
      real.setImmediate(next);
    });
}

/** For work of the process itself: modules are loaded, hashes are made. */
export const rest = (milliseconds: number): Promise<void> =>
  new Promise((next) => {
    real.setTimeout(next, milliseconds);
  });
