import { flashImplementations } from '../../src/machines/shared/shared.actors.ts';
import {
  COPIED_SHOWN,
  flashMachine,
  SAVED_SHOWN,
  SLATEPACK_COPIED_SHOWN,
  type FlashContext,
} from '../../src/machines/shared/flash.machine.ts';
import * as selectors from '../../src/machines/shared/flash.machine.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { Outcome } from './tools/explore.ts';
import { recordEmitted } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof flashMachine;

interface Writing {
  readonly resolve: (isCopied: boolean) => void;
  readonly reject: (error: Error) => void;
}

/** The clipboard is slow: it answers for the latest text. */
function sut(): Sut<Machine> {
  const effects: string[] = [];
  let writing: Writing | undefined;
  const settle = ({ reply }: Outcome): void => {
    if (!writing) throw new Error('nothing is being copied');
    if (reply instanceof Error) writing.reject(reply);
    else writing.resolve(reply as boolean);
    writing = undefined;
  };
  return {
    machine: flashMachine.provide(
      flashImplementations({
        clipboard: {
          write: (text) => {
            effects.push(`clipboard ${text}`);
            return new Promise((resolve, reject) => {
              writing = { resolve, reject };
            });
          },
        },
      }),
    ),
    clock: new TestClock(),
    settle: (_id, outcome) => settle(outcome),
    attach: recordEmitted(effects),
    drain: () => effects.splice(0),
  };
}

const DEFECT = new TypeError('a defect of the adapter');

const lasting = (name: string, shownFor: number): Variant<Machine> => ({
  name,
  input: { shownFor },
  events: [
    { name: 'copy', says: 'the user copies a text', event: { type: 'user.copy', privateText: 'bc1q' } },
    { name: 'saved', says: 'something was saved', event: { type: 'mark.wanted' } },
  ],
  outcomes: {
    copy: [
      { name: 'copied', says: 'the text is in the clipboard', reply: true, done: true },
      { name: 'refused', says: 'the browser refuses the clipboard', reply: false, done: false },
      { name: 'defect', reply: DEFECT, error: DEFECT },
    ],
  },
  sut,
});

const told = (kind: string, key: string): string => `toast {"key":"${key}","kind":"${kind}"}`;

const requirements: readonly Row<FlashContext>[] = [
  { ref: 'DEPOSIT-09', in: '', on: '(start)', to: 'hidden' },
  { ref: 'NAV-10, HISTORY-14: copy', in: '*', on: 'copy', to: 'copying', does: () => ['clipboard bc1q'] },
  { ref: 'REFUND-03: saved', in: '*', on: 'saved', to: 'shown' },
  {
    ref: "NAV-10, HISTORY-14: 'Copied to clipboard'",
    in: 'copying',
    on: 'copy: copied',
    to: 'shown',
    does: () => [told('success', 'toast.copied')],
  },
  ...(['copy: refused', 'copy: defect'] as const).map((on): Row<FlashContext> => ({
    ref: "NAV-10, HISTORY-14: 'Failed to copy to clipboard'",
    in: 'copying',
    on,
    to: 'hidden',
    does: () => [told('error', 'toast.copyFailed')],
  })),
  {
    ref: 'DEPOSIT-09: flashes',
    in: 'shown',
    on: 'after shownFor',
    says: 'the moment of the mark is over',
    to: 'hidden',
    after: ({ shownFor }) => shownFor,
  },
];

export const flashModel: MachineModel<Machine> = {
  name: 'flash',
  machine: flashMachine,
  states: {
    hidden: 'there is no mark',
    copying: 'the text is on its way into the clipboard',
    shown: 'the mark is shown for a moment',
  },
  services: { copy: 'copying' },
  variants: [
    lasting('copied', COPIED_SHOWN),
    lasting('slatepack copied', SLATEPACK_COPIED_SHOWN),
    lasting('saved', SAVED_SHOWN),
  ],
  requirements,
  invariant: ({ context }) =>
    Object.keys(context).join() === 'shownFor' ? undefined : 'keeps what is copied',
  selectors: { from: selectors, rules: { isShown: /^shown/ } },
  tags: { busy: /^copying/ },
};
