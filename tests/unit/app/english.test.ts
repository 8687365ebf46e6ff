import i18n from 'i18next';
import { expect, it } from 'vitest';
import { speakEnglish } from '../../../src/app/english.ts';

it('English of the scripts leaves the texts of the operator to the network (BRAND-04, NAV-18)', async () => {
  await i18n.init({ lng: 'fr', ns: [], resources: {} });
  const late = { isThere: () => false, isWanted: () => false, come: () => undefined };
  await speakEnglish({ ...late, ownTexts: ['terms', 'faq'] });
  expect(i18n.language).toBe('en');
  const there = (name: string): boolean => i18n.hasResourceBundle('en', name);
  expect([there('common'), there('privacy'), there('terms'), there('faq')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
