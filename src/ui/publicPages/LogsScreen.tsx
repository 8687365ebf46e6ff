import { useTranslation } from 'react-i18next';
import { KEPT, type KeptItem, NOT_KEPT } from '../../domain/dataPolicy.ts';
import { SeeAlso, TextPage, TextSection, Paragraphs } from './TextPage.tsx';
import { TextTable } from './TextTable.tsx';
import { useApp, useCapabilities } from '../kit/app.tsx';
import { usePage } from '../kit/usePage.ts';
import classes from './Logs.module.css';

/** The data policy (PUBLIC-09). */
export function LogsScreen() {
  const { t } = useTranslation('logs');
  const { name } = useApp().config.brand;
  const { securityPause, withdrawalHolds } = useCapabilities();
  usePage({
    title: t('title.page', { page: t('word.dataPolicy'), name }),
    description: t('description', { name }),
  });
  return (
    <TextPage title={t('word.dataPolicy')} lead={t('lead')}>
      <TextSection title={t('absent.title')}>
        <NotKept />
      </TextSection>
      <TextSection title={t('kept.title')}>
        <Kept />
      </TextSection>
      <TextSection title={t('trading.title')}>
        <Paragraphs text={t('trading.text')} />
      </TextSection>
      <TextSection title={t('funds.title')}>
        <dl className={classes.badges}>
          {(['freezing', 'refunds'] as const).map((badge) => (
            <div key={badge}>
              <dt className={classes.badge}>{t(`funds.${badge}`)}</dt>
              <dd>
                {badge === 'freezing' && securityPause
                  ? t('funds.freezingTextPause')
                  : t(`funds.${badge}Text`)}
                {badge === 'freezing' && withdrawalHolds && ` ${t('funds.freezingTextHolds')}`}
              </dd>
            </div>
          ))}
        </dl>
      </TextSection>
      <SeeAlso
        title={t('word.seeAlso')}
        links={[
          { to: '/support', label: t('footer.pages.support') },
          { to: '/terms', label: t('word.termsOfService') },
        ]}
      />
    </TextPage>
  );
}

function NotKept() {
  const { t } = useTranslation('logs');
  const { dataPolicy, sessionList } = useCapabilities();
  const textOf = (item: (typeof NOT_KEPT)[number]): string => {
    if (item === 'signIns' && sessionList) return t('absent.items.signIns.textList');
    if ((item === 'network' || item === 'signIns') && dataPolicy) return t(`absent.items.${item}.textKept`);
    return t(`absent.items.${item}.text`);
  };
  return (
    <TextTable
      caption={t('absent.caption')}
      columns={[t('kept.item'), t('word.status')]}
      rows={NOT_KEPT.map((item) => [
        item,
        <>
          {t(`absent.items.${item}.name`)}
          <span className={classes.about}>{textOf(item)}</span>
        </>,
        <span key="none" className={classes.none}>
          {t('absent.none')}
        </span>,
      ])}
    />
  );
}

function Kept() {
  const { t } = useTranslation('logs');
  const { dataPolicy, idempotencyKeys, recoveryCodes, sessionList, accountDeletion } = useCapabilities();
  const { solvency, addressBook, passkeys, twoFactorReset, apiKeys, recovery } = useCapabilities();
  /** Data that stays when its user deletes the account (PRIVACY-03). */
  const outlives = (item: KeptItem): item is 'trading' | 'transfers' | 'addresses' =>
    dataPolicy && accountDeletion && ['trading', 'transfers', 'addresses'].includes(item);
  /** Times that only a server which keeps this policy promises. */
  const isPromised = (item: KeptItem): item is 'sessions' | 'trading' =>
    dataPolicy && (item === 'sessions' || (item === 'trading' && idempotencyKeys));
  const columns = ['purpose', 'retention', 'reason'] as const;
  const textOf = (item: KeptItem): string => {
    if (item === 'account' && recoveryCodes) return t('kept.items.account.textKept');
    if (item === 'trading' && idempotencyKeys) return t('kept.items.trading.textKeys');
    if (item === 'sessions' && sessionList) return t('kept.items.sessions.textList');
    if (item === 'sessions' && dataPolicy) return t('kept.items.sessions.textKept');
    if (item === 'addresses' && addressBook) return t('kept.items.addresses.textBook');
    if (item === 'support' && dataPolicy) return t('kept.items.support.textKept');
    return t(`kept.items.${item}.text`);
  };
  return (
    <TextTable
      caption={t('kept.caption')}
      columns={[t('kept.item'), ...columns.map((column) => t(`kept.${column}`))]}
      rows={KEPT.map((item) => [
        item,
        <>
          {t(`kept.items.${item}.name`)}
          <span className={classes.about}>
            {textOf(item)}
            {item === 'account' && passkeys && ` ${t('kept.items.account.textPasskeys')}`}
            {item === 'account' && twoFactorReset && ` ${t('kept.items.account.textReset')}`}
            {item === 'account' && recovery && ` ${t('kept.items.account.textRecovery')}`}
            {item === 'account' && apiKeys && ` ${t('kept.items.account.textApiKeys')}`}
            {item === 'trading' && solvency && ` ${t('kept.items.trading.textSolvency')}`}
          </span>
        </>,
        ...columns.map((column) =>
          column === 'retention' && outlives(item)
            ? t(`kept.items.${item}.retentionDeletion`)
            : column === 'retention' && isPromised(item)
              ? t(`kept.items.${item}.retentionKept`)
              : t(`kept.items.${item}.${column}`),
        ),
      ])}
    />
  );
}
