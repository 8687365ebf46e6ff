import { Badge, Button, Checkbox } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FEW_RECOVERY_CODES } from '../../domain/recoveryCode.ts';
import { CopyTextButton } from '../kit/CopyButton.tsx';
import { Message } from '../kit/Message.tsx';
import { useRead } from '../kit/useRead.ts';
import classes from '../kit/Section.module.css';

interface NewProps {
  readonly codes: readonly string[];
  readonly onSave: () => void;
  readonly onKept: () => void;
}

/** New codes, shown once: copied, saved as a file, or written down before going on (RECOVERY-02). */
export function NewRecoveryCodes({ codes, onSave, onKept }: NewProps) {
  const { t } = useTranslation('account');
  const [isKept, setKept] = useState(false);
  return (
    <div className={classes.section}>
      <h3>{t('security.recovery.title')}</h3>
      <p className={classes.text}>{t('security.recovery.newLead')}</p>
      <ul className={`${classes.code} ${classes.codes}`}>
        {codes.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <CopyTextButton
          text={codes.join('\n')}
          label={t('security.recovery.copy')}
          copiedLabel={t('word.copied')}
        />
        <Button variant="default" onClick={onSave}>
          {t('security.recovery.save')}
        </Button>
      </div>
      <Checkbox
        label={t('security.recovery.kept')}
        checked={isKept}
        onChange={({ currentTarget }) => setKept(currentTarget.checked)}
      />
      <Button className={classes.action ?? ''} disabled={!isKept} onClick={onKept}>
        {t('security.recovery.continue')}
      </Button>
    </div>
  );
}

interface Props {
  /** Codes were made, or may have been, and could not be shown. */
  readonly areUnseen: boolean;
  readonly isAsking: boolean;
  readonly onAsk: () => void;
  /** The form that makes new ones. */
  readonly children: ReactNode;
}

/** How many codes are left, and the way to new ones (RECOVERY-04). */
export function RecoveryCodes({ areUnseen, isAsking, onAsk, children }: Props) {
  const { t } = useTranslation('account');
  const { data: left } = useRead('recoveryCodes');
  return (
    <div className={classes.section}>
      <h3>{t('security.recovery.title')}</h3>
      {areUnseen ? (
        <Message kind="warning">{t('security.recovery.unseen')}</Message>
      ) : (
        left !== null && (
          <p className={classes.text} data-warns={left <= FEW_RECOVERY_CODES}>
            {t('security.recovery.left', { count: left })}
          </p>
        )
      )}
      {isAsking ? (
        children
      ) : (
        <Button variant="default" className={classes.action ?? ''} onClick={onAsk}>
          {t('security.recovery.ask')}
        </Button>
      )}
    </div>
  );
}

/** Beside the state of two-factor, seen while its row is closed. */
export function FewCodes() {
  const { t } = useTranslation('account');
  const { data: left } = useRead('recoveryCodes');
  if (left === null || left > FEW_RECOVERY_CODES) return null;
  return <Badge color="warning">{t('security.recovery.left', { count: left })}</Badge>;
}
