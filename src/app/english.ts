import i18n from 'i18next';

const FILES = import.meta.glob<Record<string, unknown>>('../../locales/en/*.json', {
  eager: true,
  import: 'default',
});

/** English from the scripts, in place of texts that cannot be loaded or are late (NAV-18). A file of its own. */
export function bringEnglish(): void {
  for (const [file, texts] of Object.entries(FILES))
    i18n.addResourceBundle('en', file.replace(/^.*\/|\.json$/g, ''), texts);
}
