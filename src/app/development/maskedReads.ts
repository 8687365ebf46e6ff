/** What the mask leaves in place of a text begins so (`inspectionMask.ts`); no text of the program holds it. */
const MARK = '‹';

const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes(MARK);

/** Watches whether somebody who reads masked data comes upon what the mask hides. */
export function watchReads(): {
  readonly watch: <T>(data: T) => T;
  readonly sawMask: () => boolean;
} {
  let saw = false;
  const watch = <T>(data: T): T => {
    if (isMasked(data)) saw = true;
    if (typeof data !== 'object' || data === null) return data;
    return new Proxy(data, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        // Of an error its name is left, of a long list its beginning.
        if (key === 'error' || (Array.isArray(target) && isMasked(target.at(-1)))) saw = true;
        return watch(value);
      },
    });
  };
  return { watch, sawMask: () => saw };
}
