import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Passkey } from '../../domain/passkey.ts';
import { momentText } from '../../domain/dates.ts';
import { useCurrentLanguage } from '../kit/useLanguage.ts';
import { Message } from '../kit/Message.tsx';
import { useRead } from '../kit/useRead.ts';
import { PasskeyForm } from './PasskeyForm.tsx';
import classes from '../kit/Section.module.css';
import { usePasskeys } from './useSecuritySections.ts';

/** The form that is open, and of which passkey. */
type Open = { readonly kind: 'add' } | { readonly kind: 'rename' | 'remove'; readonly id: string };

/** The passkeys of the account: added, renamed and removed (PASSKEY-05). */
export function Passkeys() {
  const { t } = useTranslation('account');
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const keys = usePasskeys(close);
  const { data: list, status, refresh } = useRead('passkeys');
  const show = (form: Open): void => {
    keys.send({ type: 'user.edit' });
    setOpen(form);
  };
  const form = open && (
    <PasskeyForm
      key={open.kind === 'add' ? 'add' : `${open.kind} ${open.id}`}
      kind={open.kind}
      name={list?.find((passkey) => open.kind !== 'add' && passkey.id === open.id)?.name ?? ''}
      keys={keys}
      onSubmit={({ name, ...proof }) => {
        if (open.kind === 'add') keys.send({ type: 'user.change', change: { kind: 'add', name, ...proof } });
        else if (open.kind === 'rename')
          keys.send({ type: 'user.change', change: { kind: 'rename', id: open.id, name } });
        else keys.send({ type: 'user.change', change: { kind: 'remove', id: open.id, ...proof } });
      }}
      onClose={close}
    />
  );
  const isOpen = (passkey: Passkey): boolean =>
    open !== null && open.kind !== 'add' && open.id === passkey.id;

  return (
    <div className={classes.section}>
      <p className={classes.text}>{t('security.passkeys.lead')}</p>
      {status === 'failed' && list === null && (
        <Message kind="failure">
          {t('security.passkeys.unreadable')}{' '}
          <Button variant="default" size="xs" onClick={refresh}>
            {t('word.retry')}
          </Button>
        </Message>
      )}
      {list?.length === 0 && <p className={classes.text}>{t('security.passkeys.none')}</p>}
      {list !== null && list.length > 0 && (
        <ul className={classes.entries}>
          {list.map((passkey) => (
            <li key={passkey.id} className={classes.entry}>
              <div className={classes.what}>
                <span className={classes.label}>{passkey.name}</span>
                <Times passkey={passkey} />
              </div>
              {!isOpen(passkey) && (
                <div className={classes.buttons}>
                  {(['rename', 'remove'] as const).map((kind) => (
                    <Button
                      key={kind}
                      variant="default"
                      size="xs"
                      disabled={keys.isBusy}
                      aria-label={`${t(`security.passkeys.${kind}`)}: ${passkey.name}`}
                      onClick={() => show({ kind, id: passkey.id })}
                    >
                      {t(`security.passkeys.${kind}`)}
                    </Button>
                  ))}
                </div>
              )}
              {isOpen(passkey) && form}
            </li>
          ))}
        </ul>
      )}
      {open?.kind === 'add' ? (
        form
      ) : (
        <Button
          className={classes.action ?? ''}
          disabled={keys.isBusy || list === null}
          onClick={() => show({ kind: 'add' })}
        >
          {t('security.passkeys.add')}
        </Button>
      )}
    </div>
  );
}

function Times({ passkey: { madeAt, usedAt } }: { readonly passkey: Passkey }) {
  const { t } = useTranslation('account');
  const language = useCurrentLanguage();
  const say = (time: number): string => t('word.timeUtc', { time: momentText(time, language) ?? '' });
  const added = t('security.passkeys.added', { time: say(madeAt) });
  const used =
    usedAt === null ? t('security.passkeys.unused') : t('security.passkeys.used', { time: say(usedAt) });
  return (
    <span className={classes.minor}>
      {added}, {used}
    </span>
  );
}
