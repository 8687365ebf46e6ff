import i18n from 'i18next';
import type { OwnTextName } from '../domain/ownText.ts';

const FILES = import.meta.glob<Record<string, unknown>>('../../locales/en/*.json', {
  eager: true,
  import: 'default',
});

interface Late {
  /** Of the language that did not come. */
  readonly isThere: () => boolean;
  readonly isWanted: () => boolean;
  readonly come: () => void;
  /** Come over the network alone: the built texts are not the operator's (BRAND-04). */
  readonly ownTexts: readonly OwnTextName[];
}

/**
 * Speaks English from the scripts, in place of a language whose texts cannot be loaded or are late (NAV-18). Loaded by
 * such a page alone.
 */
export async function speakEnglish({ isThere, isWanted, come, ownTexts }: Late): Promise<void> {
  for (const [file, texts] of Object.entries(FILES)) {
    const name = file.replace(/^.*\/|\.json$/g, '');
    if (!ownTexts.some((own) => own === name)) i18n.addResourceBundle('en', name, texts);
  }
  await i18n.changeLanguage('en');
  // What other screens need of the language is loaded with the choice.
  i18n.on('loaded', () => {
    if (isWanted() && isThere()) come();
  });
}
