import i18n from 'i18next';

const FILES = import.meta.glob<Record<string, unknown>>('../../locales/en/*.json', {
  eager: true,
  import: 'default',
});

interface Late {
  /** Of the language that did not come. */
  readonly isThere: () => boolean;
  readonly isWanted: () => boolean;
  readonly come: () => void;
}

/**
 * Speaks English from the scripts, in place of a language whose texts cannot be loaded or are late (NAV-18). Loaded by
 * such a page alone.
 */
export async function speakEnglish({ isThere, isWanted, come }: Late): Promise<void> {
  for (const [file, texts] of Object.entries(FILES))
    i18n.addResourceBundle('en', file.replace(/^.*\/|\.json$/g, ''), texts);
  await i18n.changeLanguage('en');
  // What other screens need of the language is loaded with the choice.
  i18n.on('loaded', () => {
    if (isWanted() && isThere()) come();
  });
}
