import { useTranslation } from 'react-i18next';
import { OWN_TEXT, type OwnTextName, type TextNode } from '../../domain/ownText.ts';
import { useCurrentLanguage } from '../kit/useLanguage.ts';

/** The operator's text, which came with the texts of the page (BRAND-04). */
export function useOwnText(name: OwnTextName): readonly TextNode[] | undefined {
  const { i18n } = useTranslation(name);
  return i18n.getResource(useCurrentLanguage(), name, OWN_TEXT) as readonly TextNode[] | undefined;
}
