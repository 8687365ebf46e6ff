import { Button, Stack } from '@mantine/core';
import { useId, useMemo, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { checkReply } from '../../domain/slatepack/check.ts';
import { readSlatepack } from '../../domain/slatepack/read.ts';
import { SLATEPACK_COPIED_SHOWN } from '../../machines/shared/flash.machine.ts';
import { CopyTextButton } from '../kit/CopyButton.tsx';
import { FactorField, useFactor } from '../kit/FactorField.tsx';
import { Note } from '../kit/Fact.tsx';
import { LongText } from '../kit/LongText.tsx';
import section from '../kit/Section.module.css';
import { LostAnswer } from '../kit/LostAnswer.tsx';
import { Message } from '../kit/Message.tsx';
import { useSlatepackFaultText } from '../kit/useFaultText.ts';
import { useApp, useCapabilities } from '../kit/app.tsx';
import { focusOnArrival } from '../kit/usePage.ts';
import type { SlatepackExchangeRef } from '../../machines/withdrawal/slatepackExchange.machine.ts';
import { useExchange, type Withdrawing } from './useWithdrawal.ts';
import { CancelWithdrawal } from './CancelWithdrawal.tsx';
import { useLostAnswerText } from './faultText.ts';
import { ReplyVerdict } from './ReplyVerdict.tsx';
import { WindowClock } from './WindowClock.tsx';
import classes from './Withdraw.module.css';

/** Step 4 of GRIN: the message for the wallet, and the box for its reply (WITHDRAW-11). */
export function SlatepackStep({ withdrawing }: { readonly withdrawing: Withdrawing }) {
  const { exchange, send } = withdrawing;
  return exchange ? <Exchange exchange={exchange} onBack={() => send({ type: 'user.back' })} /> : null;
}

interface ExchangeProps {
  readonly exchange: SlatepackExchangeRef;
  /** Through the history of the browser. */
  readonly onBack: () => void;
}

function Exchange({ exchange, onBack }: ExchangeProps) {
  const { t } = useTranslation('withdraw');
  const { receipt, isWindowOver } = useExchange(exchange).context;
  const message = receipt?.slatepack ?? '';
  return (
    <Stack component="section" gap="lg">
      <h2 ref={focusOnArrival} tabIndex={-1}>
        {t('slatepack.title')}
      </h2>
      <WindowClock expiresAt={receipt?.expiresAt ?? null} isOver={isWindowOver} />
      <Stack gap="sm" align="start">
        {/* One text without line breaks of its own: wallets read one line (guide "Slatepack"). */}
        <LongText
          label={t('slatepack.message')}
          description={t('slatepack.step.copy')}
          readOnly
          rows={5}
          value={message}
        />
        <MessageFacts message={message} />
        <CopyTextButton
          text={message}
          label={t('slatepack.copy')}
          copiedLabel={t('word.copied')}
          shownFor={SLATEPACK_COPIED_SHOWN}
        />
      </Stack>
      <ReplyForm exchange={exchange} onBack={onBack} message={message} />
    </Stack>
  );
}

/** The content of the message, as far as it can be read here. */
function MessageFacts({ message }: { readonly message: string }) {
  const { t } = useTranslation('withdraw');
  const read = useMemo(() => readSlatepack(message), [message]);
  const slate = read.ok ? read.slatepack.slate : null;
  return (
    <Note>
      {slate === null ? t('slatepack.unread') : t('slatepack.reads', { amount: slate.amount, id: slate.id })}
    </Note>
  );
}

function ReplyForm({ exchange, onBack, message }: ExchangeProps & { readonly message: string }) {
  const { t } = useTranslation('withdraw');
  const sayFault = useSlatepackFaultText();
  const { context, view } = useExchange(exchange);
  const { replyFault, privateReply, failure } = context;
  const app = useApp();
  const fault = useId();
  const isAwaiting = view === 'awaitingReply';
  const isStillAwaited = view === 'finalizeStillAwaited';
  const isLost = isStillAwaited || view === 'finalizeUndecided';
  const { idempotencyKeys } = useCapabilities();
  const heard = useLostAnswerText(failure);
  const awaited = idempotencyKeys ? 'slatepack.stillAwaited' : 'slatepack.stillAwaitedBare';

  const factor = useFactor(isAwaiting ? failure : null, () => exchange.send({ type: 'user.editCode' }));
  const mayFinalize = isAwaiting || isStillAwaited;
  // A sent code that may have counted is not asked for again.
  const asksCode = factor.isAsked && (mayFinalize || view === 'finalizing');
  const finalize = (code?: string): void =>
    exchange.send({
      type: isStillAwaited ? 'user.finalizeAgain' : 'user.finalize',
      press: {
        privateReply,
        idempotencyKey: app.newIdempotencyKey(),
        ...(code !== undefined && { privateCode: code }),
      },
    });
  const checkAgain = (): void => exchange.send({ type: 'user.checkAgain' });
  const leave = (): void => exchange.send({ type: 'user.leave' });
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!mayFinalize) return;
    // A missing or damaged reply is shown first, and takes no code.
    if (!asksCode || !checkReply(privateReply, { network: 'mainnet', message }).ok) return finalize();
    const code = factor.take();
    if (code !== null) finalize(code);
  }
  return (
    <form className={classes.fields} noValidate onSubmit={submit}>
      <LongText
        label={t('slatepack.signed')}
        description={t('slatepack.step.paste')}
        rows={5}
        placeholder={t('slatepack.hint')}
        // The same reply is sent again.
        readOnly={!isAwaiting}
        error={replyFault !== null}
        faultId={fault}
        value={privateReply}
        onChange={({ currentTarget }) =>
          exchange.send({ type: 'user.editReply', privateReply: currentTarget.value })
        }
      />
      <div id={fault}>
        {replyFault === null ? (
          isAwaiting && <ReplyVerdict reply={privateReply} message={message} />
        ) : (
          <Message kind="failure">{sayFault(replyFault)}</Message>
        )}
      </div>
      {asksCode && <FactorField factor={factor} isBusy={!mayFinalize} />}
      {(view === 'finalizeLooking' || isLost) && (
        <LostAnswer
          isLooking={!isLost}
          looking={`${heard} ${t('slatepack.looking')}`}
          unresolved={`${heard} ${t(isStillAwaited ? awaited : 'slatepack.undecided')}`}
          checkAgain={t('word.checkAgain')}
          leave={t('slatepack.leave')}
          stop={{ label: t('unknown.stop'), press: leave }}
          onCheckAgain={checkAgain}
          onLeave={leave}
        />
      )}
      <div className={section.buttons}>
        {view !== 'finalizeUndecided' && (
          <Button type="submit" aria-disabled={!mayFinalize} data-waiting={!mayFinalize}>
            {t(
              isAwaiting
                ? 'slatepack.finalize'
                : isLost
                  ? 'slatepack.finalizeAgain'
                  : view === 'cancelling'
                    ? 'slatepack.cancelling'
                    : 'slatepack.finalizing',
            )}
          </Button>
        )}
        {isAwaiting && (
          <>
            {context.mayEdit && (
              <Button variant="default" onClick={() => exchange.send({ type: 'user.backToEdit' })}>
                {t('slatepack.backToEdit')}
              </Button>
            )}
            <Button variant="subtle" onClick={onBack}>
              {t('slatepack.back')}
            </Button>
            {context.canCancel && (
              <CancelWithdrawal onCancel={() => exchange.send({ type: 'user.cancelWithdrawal' })} />
            )}
          </>
        )}
      </div>
    </form>
  );
}
