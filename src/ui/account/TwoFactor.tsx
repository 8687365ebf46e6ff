import { Badge, Button } from '@mantine/core';
import { useEffect, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { CODE_USED, wantsPassword } from '../../domain/twoFactor.ts';
import type { TwoFactorView } from '../../machines/account/twoFactor.machine.ts';
import { useCapabilities } from '../kit/app.tsx';
import { useSecondFactor } from '../kit/useSecondFactor.ts';
import { useFailureText } from '../kit/useFailureText.ts';
import { useTwoFactor } from './useSecuritySections.ts';
import { Message } from '../kit/Message.tsx';
import { CodeForm } from './CodeForm.tsx';
import { NewSecret } from './NewSecret.tsx';
import { FewCodes, NewRecoveryCodes, RecoveryCodes } from './RecoveryCodes.tsx';
import { SecurityRow } from './SecurityRow.tsx';
import classes from '../kit/Section.module.css';

interface Props {
  /** The account's state when the section opens. */
  readonly isOn: boolean;
  /** Names the account in the authenticator app. */
  readonly login: string;
}

/** Setting up, verifying and disabling the second factor (ACCOUNT-05). */
export function TwoFactor({ isOn, login }: Props) {
  const { t } = useTranslation('account');
  const sayFailure = useFailureText();
  const { securityPause, recoveryCodes } = useCapabilities();
  const { hasPasskeys } = useSecondFactor();
  const factor = useTwoFactor(isOn);
  const { view, isBusy, isChecking, failure, lost } = factor;
  const section = useFocusAfterChange(view);
  const isPasswordWrong = failure !== null && wantsPassword(failure);
  /** Why the code was not accepted. A server that asks to wait says for how long, even with a used code. */
  function refusal(ofCode: string): string | null {
    if (isChecking || isPasswordWrong) return null;
    if (lost === 'unknown' && failure !== null) return t('security.twoFactor.lost.unknown');
    if (lost === 'absent') return t(`security.twoFactor.lost.${view === 'on' ? 'on' : 'off'}`);
    const isGeneral = failure?.code !== 'refused' || failure.serverCode === CODE_USED;
    return failure && (isGeneral ? sayFailure(failure) : ofCode);
  }
  const isOnHere = view === 'on' || view === 'askingCodes' || view === 'keepingCodes';
  const state = lost === 'unknown' ? 'isUnknown' : isOnHere ? 'isOn' : 'isOff';

  return (
    <SecurityRow
      name="two-factor"
      title={t('security.twoFactor.title')}
      state={
        <>
          {recoveryCodes && isOnHere && <FewCodes />}
          <Badge color={state === 'isOn' ? 'up' : 'warning'}>{t(`security.twoFactor.${state}`)}</Badge>
        </>
      }
      warns={view === 'keepingCodes' || factor.areCodesUnseen || lost !== null}
    >
      <div className={classes.section} ref={section} tabIndex={-1}>
        {view === 'off' && (
          <>
            <p className={classes.text}>
              {t('security.twoFactor.lead')} {hasPasskeys && t('security.twoFactor.passkeyPause')}
            </p>
            {lost === 'unknown' && <Message kind="failure">{t('security.twoFactor.lost.unknown')}</Message>}
            {failure && <Message kind="failure">{sayFailure(failure)}</Message>}
            <Button
              className={classes.action ?? ''}
              disabled={isBusy}
              onClick={() => factor.send({ type: 'user.setUp' })}
            >
              {t(isBusy ? 'security.twoFactor.settingUp' : 'security.twoFactor.setUp')}
            </Button>
          </>
        )}
        {factor.enrolment && (
          <>
            <p className={classes.text}>{t('security.twoFactor.steps')}</p>
            <NewSecret enrolment={factor.enrolment} login={login} />
            <CodeForm
              submit={t('security.twoFactor.verify')}
              submitting={t(`security.twoFactor.${isChecking ? 'checking' : 'verifying'}`)}
              isBusy={isBusy}
              refusal={refusal(t('security.twoFactor.verifyFailed'))}
              isPasswordWrong={isPasswordWrong}
              takesPasskey={false}
              onSubmit={(typed) => factor.send({ type: 'user.verify', ...typed })}
              onEdit={() => factor.send({ type: 'user.edit' })}
            >
              <Button variant="default" onClick={() => factor.send({ type: 'user.cancel' })}>
                {t('word.cancel')}
              </Button>
            </CodeForm>
          </>
        )}
        {factor.recoveryCodes && (
          <NewRecoveryCodes
            codes={factor.recoveryCodes}
            onSave={() => factor.send({ type: 'user.saveCodes' })}
            onKept={() => factor.send({ type: 'user.keptCodes' })}
          />
        )}
        {recoveryCodes && (view === 'on' || view === 'askingCodes') && (
          <RecoveryCodes
            areUnseen={factor.areCodesUnseen}
            isAsking={view === 'askingCodes'}
            onAsk={() => factor.send({ type: 'user.askCodes' })}
          >
            <p className={classes.text}>{t('security.recovery.renewLead')}</p>
            <CodeForm
              submit={t('security.recovery.renew')}
              submitting={t('security.recovery.renewing')}
              isBusy={isBusy}
              refusal={refusal(t('security.twoFactor.invalidCode'))}
              isPasswordWrong={isPasswordWrong}
              asksPassword
              onSubmit={(typed) => factor.send({ type: 'user.makeCodes', ...typed })}
              onEdit={() => factor.send({ type: 'user.edit' })}
            >
              <Button variant="default" onClick={() => factor.send({ type: 'user.cancel' })}>
                {t('word.cancel')}
              </Button>
            </CodeForm>
          </RecoveryCodes>
        )}
        {view === 'on' && (
          <>
            <p className={classes.text}>
              {t('security.twoFactor.onLead')} {securityPause && t('security.twoFactor.onPause')}
            </p>
            <CodeForm
              submit={t('security.twoFactor.disable')}
              submitting={t(`security.twoFactor.${isChecking ? 'checking' : 'disabling'}`)}
              isBusy={isBusy}
              refusal={refusal(t('security.twoFactor.invalidCode'))}
              isPasswordWrong={isPasswordWrong}
              takesRecovery={recoveryCodes}
              onSubmit={(typed) => factor.send({ type: 'user.disable', ...typed })}
              onEdit={() => factor.send({ type: 'user.edit' })}
            />
          </>
        )}
      </div>
    </SecurityRow>
  );
}

/** The pressed button is gone in the next view: the focus goes to where that starts, and not back to the page's top. */
function useFocusAfterChange(view: TwoFactorView): RefObject<HTMLDivElement | null> {
  const section = useRef<HTMLDivElement>(null);
  const before = useRef(view);
  // Only the document has the focus.
  useEffect(() => {
    if (before.current === view) return;
    before.current = view;
    section.current?.focus({ preventScroll: true });
  }, [view]);
  return section;
}
