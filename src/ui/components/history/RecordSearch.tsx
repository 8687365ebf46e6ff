import { useTranslation } from 'react-i18next';
import classes from './History.module.css';

interface Props {
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** Finds rows of the page by what is written in them. */
export function RecordSearch({ text, onText }: Props) {
  const { t } = useTranslation('history');
  return (
    <input
      type="search"
      name="search"
      className={classes.search}
      autoComplete="off"
      spellCheck={false}
      placeholder={t('searchHint')}
      aria-label={t('search')}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}
