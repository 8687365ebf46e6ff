import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { isWaiting, type AddressBook as Book } from '../../domain/addressBook.ts';
import { minuteText } from '../../domain/dates.ts';
import { useApp } from '../kit/app.tsx';
import { CoinIcon } from '../kit/CoinIcon.tsx';
import { Skeleton } from '../kit/Skeleton.tsx';
import { Message } from '../kit/Message.tsx';
import { useOpenRow } from '../account/SecurityRow.tsx';
import { useFailureText } from '../kit/useFailureText.ts';
import { useRead } from '../kit/useRead.ts';
import section from '../kit/Section.module.css';
import classes from './AddressBook.module.css';
import { BookSwitch } from './BookSwitch.tsx';
import { NewAddress } from './NewAddress.tsx';
import { type BookChanges, useAddressBook } from './useAddressBook.ts';

/** The addresses that the account may withdraw to, and whether to no others (HELD-01, HELD-02). */
export function AddressBook() {
  // With the texts of faults from the start: loaded later, they would hide the page for a moment.
  const { t } = useTranslation(['account', 'faults']);
  const sayFailure = useFailureText();
  const { data: book, failure: unread, refresh } = useRead('addressBook');
  // Typed text is gone once it is in the book: new forms replace them.
  const [form, setForm] = useState(0);
  const changes = useAddressBook(() => setForm((count) => count + 1));
  useOpenRow(changes.isLost);
  if (book === null && unread === null) {
    return (
      <Skeleton rows={12} height={32}>
        {t('word.loading')}
      </Skeleton>
    );
  }
  return (
    <div className={section.section}>
      <p className={section.text}>{t('security.book.lead')}</p>
      {unread && (
        <Message kind={book === null ? 'failure' : 'warning'}>
          <p>{t('security.book.unread')}</p>
          <p>{sayFailure(unread)}</p>
          <Button size="xs" variant="default" onClick={refresh}>
            {t('word.reload')}
          </Button>
        </Message>
      )}
      {changes.isLost && <Message kind="warning">{t('security.book.lost')}</Message>}
      {book && (
        <div className={classes.parts}>
          <BookSwitch key={`switch ${form}`} book={book} changes={changes} />
          <NewAddress key={`address ${form}`} changes={changes} />
          <Entries book={book} changes={changes} />
        </div>
      )}
    </div>
  );
}

interface EntriesProps {
  readonly book: Book;
  readonly changes: BookChanges;
}

function Entries({ book, changes }: EntriesProps) {
  const { t } = useTranslation('account');
  const sayFailure = useFailureText();
  const { now } = useApp();
  const refusal = changes.kind === 'remove' && !changes.isLost ? changes.failure : null;
  if (book.addresses.length === 0) return <p className={classes.wide}>{t('security.book.none')}</p>;
  return (
    <div className={classes.wide}>
      {refusal && <Message kind="failure">{sayFailure(refusal)}</Message>}
      <ul className={section.entries} aria-label={t('security.book.addresses')}>
        {book.addresses.map((entry) => (
          <li key={entry.id} className={section.entry}>
            <CoinIcon symbol={entry.coin} />
            <span className={section.what}>
              <span className={section.label}>
                <bdi>{entry.label}</bdi>{' '}
                <span className={section.minor} translate="no">
                  {entry.coin}
                </span>
              </span>
              <bdi translate="no" className={classes.address}>
                {entry.address}
              </bdi>
              {isWaiting(book, entry, now()) && (
                <span className={section.minor} data-warns="true">
                  {t('security.book.usableFrom', { time: minuteText(entry.usableAt) ?? '' })}
                </span>
              )}
            </span>
            <Button
              size="xs"
              variant="default"
              disabled={changes.isBusy}
              aria-label={t('security.book.removeNamed', { label: entry.label })}
              onClick={() => changes.send({ type: 'user.change', change: { kind: 'remove', id: entry.id } })}
            >
              {t('security.book.remove')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
