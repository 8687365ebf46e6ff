import i18n from 'i18next';
import type { OwnTextName } from '../domain/ownText.ts';

const FILES = import.meta.glob<Record<string, unknown>>('../../locales/en/*.json', {
  eager: true,
  import: 'default',
});

interface Late {
  /** Whether the language that did not come is there by now. */
  readonly isThere: () => boolean;
  readonly isWanted: () => boolean;
  readonly come: () => void;
  /** Loaded over the network only: the built texts are not the operator's (BRAND-04). */
  readonly ownTexts: readonly OwnTextName[];
}

/**
 * Uses English from the scripts when a language's texts cannot be loaded or are late (NAV-18). Loaded only by such a
 * page.
 */
export async function speakEnglish({ isThere, isWanted, come, ownTexts }: Late): Promise<void> {
  for (const [file, texts] of Object.entries(FILES)) {
    const name = file.replace(/^.*\/|\.json$/g, '');
    if (!ownTexts.some((own) => own === name)) i18n.addResourceBundle('en', name, texts);
  }
  await i18n.changeLanguage('en');
  // Other texts of the language are loaded when it is chosen.
  i18n.on('loaded', () => {
    if (isWanted() && isThere()) come();
  });
}
