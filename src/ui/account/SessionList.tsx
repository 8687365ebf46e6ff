import { Badge, Button, Group, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { momentText } from '../../domain/dates.ts';
import { LONGEST_SESSION_NAME, type OwnSession } from '../../domain/ownSession.ts';
import { Skeleton } from '../kit/Skeleton.tsx';
import { Message } from '../kit/Message.tsx';
import { useFailureText } from '../kit/useFailureText.ts';
import { useCurrentLanguage } from '../kit/useLanguage.ts';
import { Instant } from './SecurityStatus.tsx';
import { useSessionList } from './useSecuritySections.ts';
import section from '../kit/Section.module.css';
import classes from './SessionList.module.css';

/** Where the account is signed in (SESSION-15), and the way to end it there (SESSION-16). */
export function SessionList() {
  const { t } = useTranslation('account');
  const sayFailure = useFailureText();
  const { sessions, isFailed, readFailure, refresh, isBusy, failure, lost, send } = useSessionList();
  if (sessions === null) {
    if (!isFailed) {
      return (
        <Skeleton rows={6} height={32}>
          {t('security.sessions.loading')}
        </Skeleton>
      );
    }
    return (
      <Message kind="failure">
        <p>{readFailure ? sayFailure(readFailure) : t('security.sessions.failed')}</p>
        <Button variant="default" size="xs" onClick={refresh}>
          {t('word.retry')}
        </Button>
      </Message>
    );
  }
  const own = sessions.find(({ isOwn }) => isOwn);
  return (
    <div className={section.section}>
      {failure && <Message kind="failure">{sayFailure(failure)}</Message>}
      {lost && <Message kind="failure">{t(`security.sessions.lost.${lost}`)}</Message>}
      <ul className={section.entries}>
        {sessions.map((session) => (
          <Item
            key={session.id}
            session={session}
            isBusy={isBusy}
            onEnd={() => send({ type: 'user.change', change: { kind: 'end', id: session.id } })}
          />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Button
          variant="default"
          className={section.action ?? ''}
          disabled={isBusy}
          onClick={() => send({ type: 'user.change', change: { kind: 'endOthers' } })}
        >
          {t('security.sessions.endOthers')}
        </Button>
      ) : (
        own && <p>{t('security.sessions.none')}</p>
      )}
      {own && (
        <NameForm
          name={own.name ?? ''}
          isBusy={isBusy}
          onSave={(name) => send({ type: 'user.change', change: { kind: 'rename', name } })}
        />
      )}
    </div>
  );
}

interface ItemProps {
  readonly session: OwnSession;
  readonly isBusy: boolean;
  readonly onEnd: () => void;
}

function Item({ session, isBusy, onEnd }: ItemProps) {
  const { t } = useTranslation('account');
  const language = useCurrentLanguage();
  const name = session.name ?? t('security.sessions.unnamed');
  const times = [
    ['begun', session.beganAt],
    ['used', session.usedAt],
    ['ends', session.endsAt],
  ] as const;
  return (
    <li className={classes.item}>
      <Group justify="space-between" wrap="nowrap">
        <span className={section.label}>{name}</span>
        {session.isOwn ? (
          <Badge color="up">{t('security.sessions.own')}</Badge>
        ) : (
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={isBusy}
            aria-label={t('security.sessions.endNamed', {
              name,
              time: momentText(session.beganAt, language) ?? '',
            })}
            onClick={onEnd}
          >
            {t('security.sessions.end')}
          </Button>
        )}
      </Group>
      <dl className={classes.times}>
        {times.map(([what, time]) => (
          <div key={what}>
            <dt>{t(`security.sessions.${what}`)}</dt>
            <dd>
              <Instant time={time} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

interface NameProps {
  readonly name: string;
  readonly isBusy: boolean;
  readonly onSave: (name: string) => void;
}

/** This session's name in the list. Nothing is known about the browser, so only the user can name it. */
function NameForm({ name, isBusy, onSave }: NameProps) {
  const { t } = useTranslation('account');
  // What is typed is over a name: one that was given since, here or in another tab, takes its place.
  const [changed, setChanged] = useState<{ readonly over: string; readonly text: string } | null>(null);
  const typed = changed?.over === name ? changed.text : name;
  const isOff = isBusy || typed.trim() === name;
  const save = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isOff) onSave(typed.trim());
  };
  return (
    <form className={classes.form} noValidate onSubmit={save}>
      <TextInput
        flex="1 1 280px"
        label={t('security.sessions.name')}
        description={t('security.sessions.nameHint')}
        autoComplete="off"
        maxLength={LONGEST_SESSION_NAME}
        value={typed}
        onChange={({ currentTarget }) => setChanged({ over: name, text: currentTarget.value })}
      />
      {/* Not disabled, which would lose the focus once the name is saved. */}
      <Button type="submit" variant="default" aria-disabled={isOff} data-waiting={isOff}>
        {t('security.sessions.save')}
      </Button>
    </form>
  );
}
