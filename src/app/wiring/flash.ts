import { fromPromise } from 'xstate';
import type { CopyInput } from '../../machines/flash/index.ts';
import type { Clipboard } from '../../services/clipboard.ts';

/** Effects of the `flash` machine. */
export function createFlashWiring({ clipboard }: { readonly clipboard: Clipboard }) {
  return {
    actors: {
      copy: fromPromise<boolean, CopyInput>(({ input }) => clipboard.write(input.privateText)),
    },
  };
}
