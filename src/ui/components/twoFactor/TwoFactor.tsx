import { Button } from '@mantine/core';
import { useEffect, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { CODE_USED } from '../../../domain/twoFactor.ts';
import type { TwoFactorView } from '../../../machines/twoFactor/index.ts';
import { useFailureText } from '../../hooks/useFailureText.ts';
import { useTwoFactor } from '../../hooks/useTwoFactor.ts';
import { Message } from '../message/Message.tsx';
import { CodeForm } from './CodeForm.tsx';
import { NewSecret } from './NewSecret.tsx';
import classes from './TwoFactor.module.css';

interface Props {
  /** What the account says when the section opens. */
  readonly isOn: boolean;
  /** Names the account in the authenticator app. */
  readonly email: string;
}

/** Setting up, verifying and disabling the second factor (spec 2 §2.7, §4). */
export function TwoFactor({ isOn, email }: Props) {
  const { t } = useTranslation('account');
  const sayFailure = useFailureText();
  const factor = useTwoFactor(isOn);
  const { view, isBusy, failure } = factor;
  const section = useFocusAfterChange(view);
  // A server that asks for patience says for how long, also with a code that was used; and nobody answers when there
  // is no answer.
  const isGeneral =
    failure?.code === 'tooMany' || failure?.serverCode === CODE_USED || failure?.status === undefined;
  const general = failure && isGeneral ? sayFailure(failure) : null;

  return (
    <div className={classes['section']} ref={section} tabIndex={-1}>
      <p className={classes['state']} data-on={view === 'on'}>
        {t(view === 'on' ? 'security.twoFactor.isOn' : 'security.twoFactor.isOff')}
      </p>
      {view === 'off' && (
        <>
          <p className={classes['text']}>{t('security.twoFactor.lead')}</p>
          {failure && <Message kind="failure">{sayFailure(failure)}</Message>}
          <Button className={classes['action'] ?? ''} disabled={isBusy} onClick={factor.setUp}>
            {t(isBusy ? 'security.twoFactor.settingUp' : 'security.twoFactor.setUp')}
          </Button>
        </>
      )}
      {factor.enrolment && (
        <>
          <p className={classes['text']}>{t('security.twoFactor.steps')}</p>
          <NewSecret enrolment={factor.enrolment} email={email} />
          <CodeForm
            submit={t('security.twoFactor.verify')}
            submitting={t('security.twoFactor.verifying')}
            isBusy={isBusy}
            refusal={failure && (general ?? t('security.twoFactor.verifyFailed'))}
            onSubmit={factor.verify}
            onEdit={factor.edit}
          >
            <Button variant="default" onClick={factor.cancel}>
              {t('security.twoFactor.cancel')}
            </Button>
          </CodeForm>
        </>
      )}
      {view === 'on' && (
        <>
          <p className={classes['text']}>{t('security.twoFactor.onLead')}</p>
          <CodeForm
            submit={t('security.twoFactor.disable')}
            submitting={t('security.twoFactor.disabling')}
            isBusy={isBusy}
            refusal={failure && (general ?? t('security.twoFactor.invalidCode'))}
            onSubmit={factor.disable}
            onEdit={factor.edit}
          />
        </>
      )}
    </div>
  );
}

/** What was pressed is gone in the next view: the focus goes to where that begins, and not back to the page's top. */
function useFocusAfterChange(view: TwoFactorView): RefObject<HTMLDivElement | null> {
  const section = useRef<HTMLDivElement>(null);
  const before = useRef(view);
  useEffect(() => {
    if (before.current === view) return;
    before.current = view;
    section.current?.focus({ preventScroll: true });
  }, [view]);
  return section;
}
