import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { plainTextOf } from '../../domain/ownText.ts';
import { useApp, useCapabilities } from '../kit/app.tsx';
import { usePage } from '../kit/usePage.ts';
import classes from './Faq.module.css';
import { OwnText, SeeAlso, TextPage, TextSection } from './TextPage.tsx';
import { useOwnText } from './useOwnText.ts';

/** Up to six questions a category (PUBLIC-11). */
export const CATEGORIES = [
  { name: 'general', questions: ['what', 'documents', 'sandbox', 'costs'] },
  { name: 'account', questions: ['open', 'password', 'forgotten', 'phone'] },
  { name: 'trading', questions: ['limit', 'maker', 'cancel', 'precision'] },
  { name: 'deposits', questions: ['deposit', 'confirmations', 'refund', 'wrong'] },
  { name: 'withdrawals', questions: ['withdraw', 'withdrawTime', 'failed', 'blocked'] },
  { name: 'privacy', questions: ['data', 'address', 'secure', 'lostAnswer'] },
] as const;

export type Question = (typeof CATEGORIES)[number]['questions'][number];

export function questionIn(hash: string): Question | null {
  return (
    CATEGORIES.flatMap(({ questions }): readonly Question[] => questions).find(
      (question) => `#${question}` === hash,
    ) ?? null
  );
}

/** Searchable; each question opens by itself and by its link (PUBLIC-11). */
export function FaqScreen() {
  const { t } = useTranslation('faq');
  const { name } = useApp().config.brand;
  usePage({ title: t('title.page', { page: t('title'), name }), description: t('description', { name }) });
  const answerTo = useAnswers();
  const [search, setSearch] = useState('');
  const wanted = fold(search);
  const categories = CATEGORIES.map((category) => ({
    name: category.name,
    questions: category.questions.filter(
      (question: Question) =>
        wanted === '' || fold(`${t(`item.${question}.q`)} ${answerTo(question)}`).includes(wanted),
    ),
  })).filter(({ questions }) => questions.length > 0);
  // The operator's own, each with its answer.
  const own = useOwnText('faq')?.filter(
    (node) => node.tag === 'details' && fold(node.children.map(plainTextOf).join(' ')).includes(wanted),
  );
  const count = categories.reduce((sum, { questions }) => sum + questions.length, own?.length ?? 0);
  const linked = useLinkedQuestion();
  return (
    <TextPage title={t('title')} lead={t('lead')}>
      <TextInput
        type="search"
        value={search}
        autoComplete="off"
        aria-label={t('search')}
        placeholder={t('searchHint')}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <p className={classes.count} role="status">
        {wanted !== '' && (count === 0 ? t('none', { text: search.trim() }) : t('found', { count }))}
      </p>
      {categories.map(({ name: category, questions }) => (
        <TextSection key={category} title={t(`category.${category}`)}>
          {questions.map((question) => (
            <Answer key={question} question={question} isLinked={question === linked} search={wanted} />
          ))}
        </TextSection>
      ))}
      <OwnText key={wanted} name="faq" found={wanted === '' ? undefined : own} />
      <SeeAlso
        title={t('word.seeAlso')}
        links={[
          { to: '/support', label: t('footer.pages.support') },
          { to: '/markets', label: t('shell.markets') },
          { to: '/privacy', label: t('word.privacyPolicy') },
          { to: '/logs', label: t('word.dataPolicy') },
          { to: '/fees', label: t('word.feesAndCongestion') },
        ]}
      />
    </TextPage>
  );
}

interface AnswerProps {
  readonly question: Question;
  readonly isLinked: boolean;
  readonly search: string;
}

function Answer({ question, isLinked, search }: AnswerProps) {
  const { t } = useTranslation('faq');
  const answerTo = useAnswers();
  const [isOpen, setOpen] = useState(isLinked);
  // A search opens what it finds; what the user closes stays closed until the text changes.
  const [closedFor, setClosedFor] = useState('');
  const isShown = search === '' ? isOpen : closedFor !== search;
  const show = (open: boolean): void => {
    if (search === '') setOpen(open);
    else setClosedFor(open ? '' : search);
  };
  const [wasLinked, setLinked] = useState(isLinked);
  if (isLinked !== wasLinked) {
    setLinked(isLinked);
    if (isLinked) setOpen(true);
  }
  return (
    <details
      className={classes.item}
      id={question}
      open={isShown}
      // A browser opens what its own search finds.
      onToggle={({ currentTarget: { open } }) => open !== isShown && show(open)}
    >
      <summary
        className={classes.question}
        // At once: the event of the element comes later, when another text may be searched for.
        onClick={(event) => {
          event.preventDefault();
          show(!isShown);
        }}
      >
        {t(`item.${question}.q`)}
      </summary>
      <div className={classes.answer}>
        <p>{answerTo(question)}</p>
        <a className={classes.link} href={`#${question}`}>
          {t('link')}
        </a>
      </div>
    </details>
  );
}

/** Answers depend on what the server offers. */
function useAnswers(): (question: Question) => string {
  const { t } = useTranslation('faq');
  const { securityPause, dataPolicy, idempotencyKeys, passkeys } = useCapabilities();
  const { recoveryCodes, twoFactorReset, withdrawalHolds, recovery } = useCapabilities();
  const more = (question: Question): readonly string[] => {
    if (question === 'blocked' && withdrawalHolds) return [t('item.blocked.aHolds')];
    if (question === 'forgotten')
      return [
        ...(passkeys ? [t('item.forgotten.aPasskeys')] : []),
        ...(recovery ? [t('item.forgotten.aRecovery')] : []),
      ];
    if (question !== 'phone') return [];
    return [
      ...(recoveryCodes ? [t('item.phone.aRecovery')] : []),
      ...(passkeys ? [t('item.phone.aPasskeys')] : []),
      t(twoFactorReset ? 'item.phone.aReset' : 'item.phone.aSupport'),
    ];
  };
  const first = (question: Question): string => {
    if (securityPause && (question === 'password' || question === 'blocked'))
      return t(`item.${question}.aPause`);
    if (idempotencyKeys && question === 'lostAnswer') return t('item.lostAnswer.aKeys');
    return dataPolicy && question === 'address' ? t('item.address.aKept') : t(`item.${question}.a`);
  };
  return (question) => [first(question), ...more(question)].join(' ');
}

function useLinkedQuestion(): Question | null {
  const { hash } = useLocation();
  const linked = questionIn(hash);
  // Only the document can scroll.
  useEffect(() => {
    if (linked !== null) document.getElementById(linked)?.scrollIntoView({ block: 'center' });
  }, [linked]);
  return linked;
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().trim();
