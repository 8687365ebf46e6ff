import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ApiKey } from '../../domain/apiKey.ts';
import { dateText, minuteText } from '../../domain/dates.ts';
import { Dialog, DialogActions } from '../kit/Dialog.tsx';
import { Skeleton } from '../kit/Skeleton.tsx';
import { Message } from '../kit/Message.tsx';
import { useOpenRow } from '../account/SecurityRow.tsx';
import { useFailureText } from '../kit/useFailureText.ts';
import { useRead } from '../kit/useRead.ts';
import classes from '../kit/Section.module.css';
import { ConfirmKey } from './ConfirmKey.tsx';
import { NewApiKey } from './NewApiKey.tsx';
import { NewKeySecret } from './NewKeySecret.tsx';
import { type ApiKeyActs, useApiKeys } from './useApiKeys.ts';

/** The keys of the account for programs: listed, made, confirmed and revoked (APIKEY-11). */
export function ApiKeys() {
  // With the texts of the form from the beginning: loaded later, they would hide the page for a moment.
  const { t } = useTranslation(['account', 'auth']);
  const sayFailure = useFailureText();
  const { data: keys, failure: unread, refresh } = useRead('apiKeys');
  const acts = useApiKeys();
  useOpenRow(acts.made !== null || acts.isLost);
  if (keys === null && unread === null) {
    return (
      <Skeleton rows={12} height={32}>
        {t('security.apiKeys.loading')}
      </Skeleton>
    );
  }
  return (
    <div className={classes.section}>
      <p className={classes.text}>
        {t('security.apiKeys.lead')} <Link to="/api">{t('security.apiKeys.documents')}</Link>
      </p>
      {unread && (
        <Message kind={keys === null ? 'failure' : 'warning'}>
          <p>{t('security.apiKeys.unread')}</p>
          <p>{sayFailure(unread)}</p>
          <Button size="xs" variant="default" onClick={refresh}>
            {t('word.reload')}
          </Button>
        </Message>
      )}
      {acts.isLost && (
        <Message kind="warning">
          {acts.tried === 'create'
            ? t('security.apiKeys.lostMade')
            : t(acts.tried === 'approve' ? 'security.apiKeys.lostConfirmed' : 'security.apiKeys.lostRevoked')}
        </Message>
      )}
      {keys && <List keys={keys} acts={acts} />}
      {acts.made ? (
        <NewKeySecret made={acts.made} onKept={() => acts.send({ type: 'user.kept' })} />
      ) : (
        keys && <NewApiKey acts={acts} />
      )}
      {acts.asked && <RevokeQuestion label={acts.asked.label} acts={acts} />}
    </div>
  );
}

function List({ keys, acts }: { readonly keys: readonly ApiKey[]; readonly acts: ApiKeyActs }) {
  const { t } = useTranslation('account');
  const sayFailure = useFailureText();
  const refusal = acts.tried === 'revoke' && !acts.isLost ? acts.failure : null;
  if (keys.length === 0) return <p>{t('security.apiKeys.none')}</p>;
  return (
    <div>
      {refusal && <Message kind="failure">{sayFailure(refusal)}</Message>}
      <ul className={classes.entries} aria-label={t('security.apiKeys.title')}>
        {keys.map((key) => (
          <li key={key.id} className={classes.entry}>
            <span className={classes.what}>
              <bdi className={classes.label}>{key.label}</bdi>
              <code translate="no" className={classes.minor}>
                {key.id}
              </code>
              <span className={classes.minor}>
                {key.permissions.map((permission) => t(`security.apiKeys.may.${permission}`)).join(', ')}
              </span>
              <span className={classes.minor}>
                {key.addresses.length === 0
                  ? t('security.apiKeys.anywhere')
                  : t('security.apiKeys.from', { addresses: key.addresses.join(', ') })}
              </span>
              <Times apiKey={key} />
              {key.mustConfirm && <ConfirmKey apiKey={key} acts={acts} />}
            </span>
            <Button
              size="xs"
              variant="default"
              disabled={acts.isBusy || acts.made !== null}
              aria-label={t('security.apiKeys.revokeNamed', { label: key.label })}
              onClick={() => acts.send({ type: 'user.ask', key })}
            >
              {t('security.apiKeys.revoke')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Times({ apiKey: { madeAt, usedOn } }: { readonly apiKey: ApiKey }) {
  const { t } = useTranslation('account');
  const made = t('security.apiKeys.made', { time: minuteText(madeAt) ?? '' });
  const used =
    usedOn === null
      ? t('security.passkeys.unused')
      : t('security.apiKeys.used', { day: dateText(usedOn) ?? '' });
  return (
    <span className={classes.minor}>
      {made}, {used}
    </span>
  );
}

/** Programs that use it stop at once, so it is asked first. */
function RevokeQuestion({ label, acts }: { readonly label: string; readonly acts: ApiKeyActs }) {
  const { t } = useTranslation('account');
  return (
    <Dialog
      title={t('security.apiKeys.revokeTitle', { label })}
      onClose={() => acts.send({ type: 'user.cancel' })}
    >
      <p>{t('security.apiKeys.revokeText')}</p>
      <DialogActions>
        <Button variant="default" disabled={acts.isBusy} onClick={() => acts.send({ type: 'user.cancel' })}>
          {t('security.apiKeys.keep')}
        </Button>
        <Button color="down" disabled={acts.isBusy} onClick={() => acts.send({ type: 'user.confirm' })}>
          {t(acts.isBusy ? 'security.apiKeys.revoking' : 'security.apiKeys.revoke')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
