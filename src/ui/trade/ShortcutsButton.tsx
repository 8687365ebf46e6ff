import { useTranslation } from 'react-i18next';
import classes from './Shortcuts.module.css';

export function ShortcutsButton({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useTranslation('trade');
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={t('keys.title')}
      title={t('keys.title')}
      onClick={onOpen}
    >
      <span aria-hidden="true">{t('keys.mark')}</span>
    </button>
  );
}
