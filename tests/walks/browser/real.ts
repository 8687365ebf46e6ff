/** What the process has of its own, kept before a page replaces it. */
export const real = { setTimeout: globalThis.setTimeout, setImmediate: globalThis.setImmediate, Date };

/** Lets what has happened take effect: promises, React's work, messages. No time of the page passes. */
export async function turns(count = 4): Promise<void> {
  for (let turn = 0; turn < count; turn += 1)
    await new Promise((next) => {
      real.setImmediate(next);
    });
}

/** For what the process itself does meanwhile: modules are loaded, hashes are made. */
export const rest = (milliseconds: number): Promise<void> =>
  new Promise((next) => {
    real.setTimeout(next, milliseconds);
  });
