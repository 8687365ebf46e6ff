import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AccountRemains } from '../../domain/account.ts';
import { Message } from '../kit/Message.tsx';
import { useFailureText } from '../kit/useFailureText.ts';
import classes from '../kit/Section.module.css';
import { DeletionForm } from './DeletionForm.tsx';
import { useAccountDeletion } from './useSecuritySections.ts';

const KNOWN = ['orders', 'deposits', 'withdrawals', 'balance', 'debt', 'shared'] as const;

/** Deletes the account for good: explains what that means, and shows obstacles (PRIVACY-03, PRIVACY-04). */
export function AccountDeletion({ username }: { readonly username: string }) {
  const { t } = useTranslation('account');
  const sayFailure = useFailureText();
  const deletion = useAccountDeletion();
  const { view, remains, failure, lost } = deletion;
  const isBlocked = remains !== null && remains.obstacles.length > 0;
  return (
    <div className={classes.section} data-view={view}>
      <p className={classes.text}>{t('security.deletion.lead')}</p>
      {view === 'closed' && (
        <Button
          variant="default"
          className={classes.action ?? ''}
          onClick={() => deletion.send({ type: 'user.open' })}
        >
          {t('security.deletion.open')}
        </Button>
      )}
      {view === 'reading' && <p role="status">{t('security.deletion.reading')}</p>}
      {view === 'unread' && (
        <>
          <Message kind="failure">
            <p>{t('security.deletion.unread')}</p>
            {failure && <p>{sayFailure(failure)}</p>}
          </Message>
          <Way
            look={t('word.checkAgain')}
            onLook={() => deletion.send({ type: 'user.open' })}
            onCancel={() => deletion.send({ type: 'user.cancel' })}
          />
        </>
      )}
      {view === 'editing' && (
        <ul className={classes.points}>
          {(['erased', 'kept', 'late', 'again'] as const).map((fact) => (
            <li key={fact}>{t(`security.deletion.facts.${fact}`)}</li>
          ))}
        </ul>
      )}
      {view === 'editing' && isBlocked && (
        <>
          <Message kind="warning">
            <p>{t('security.deletion.blocked')}</p>
            <Obstacles obstacles={remains.obstacles} />
          </Message>
          {lost === 'unknown' && <Message kind="warning">{t('security.deletion.lost.unknown')}</Message>}
          <Way
            look={t('word.checkAgain')}
            onLook={() => deletion.send({ type: 'user.open' })}
            onCancel={() => deletion.send({ type: 'user.cancel' })}
          />
        </>
      )}
      {view === 'editing' && remains && !isBlocked && (
        <DeletionForm username={username} leftovers={remains.leftovers} deletion={deletion} />
      )}
    </div>
  );
}

function Obstacles({ obstacles }: Pick<AccountRemains, 'obstacles'>) {
  const { t } = useTranslation('account');
  return (
    <ul className={classes.points}>
      {obstacles.map(({ kind, currency, amount, count }) => {
        const known = KNOWN.find((one) => one === kind);
        const text = t(`security.deletion.obstacle.${known ?? 'other'}`, {
          number: count ?? 0,
          amount: amount ?? '',
          coin: currency ?? '',
        });
        return <li key={`${kind} ${currency ?? ''}`}>{text}</li>;
      })}
    </ul>
  );
}

interface WayProps {
  readonly look: string;
  readonly onLook: () => void;
  readonly onCancel: () => void;
}

function Way({ look, onLook, onCancel }: WayProps) {
  const { t } = useTranslation('account');
  return (
    <div className={classes.buttons}>
      <Button variant="default" onClick={onLook}>
        {look}
      </Button>
      <Button variant="subtle" onClick={onCancel}>
        {t('word.cancel')}
      </Button>
    </div>
  );
}
