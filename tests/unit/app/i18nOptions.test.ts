import { readFileSync } from 'node:fs';
import i18n from 'i18next';
import { describe, expect, it } from 'vitest';
import { countsInWords, I18N_OPTIONS } from '../../../src/app/i18nOptions.ts';

const wordsOf = (language: string, namespace: string): object =>
  JSON.parse(
    readFileSync(new URL(`../../../locales/${language}/${namespace}.json`, import.meta.url), 'utf8'),
  ) as object;

const NAMESPACES = ['common', 'fees', 'history', 'trade'] as const;

async function textsIn(language: string) {
  const instance = i18n.createInstance().use(countsInWords);
  await instance.init({
    ...I18N_OPTIONS,
    lng: language,
    fallbackLng: false,
    resources: { [language]: Object.fromEntries(NAMESPACES.map((one) => [one, wordsOf(language, one)])) },
  });
  return instance.getFixedT(language, NAMESPACES);
}

describe('values in a sentence', () => {
  it.each([
    ['en', '12,345'],
    ['es', '12.345'],
    ['fr', '12\u202f345'],
    ['pt', '12.345'],
    ['de', '12.345'],
    ['ru', '12\u00a0345'],
  ])('%s: counts follow the language (%s), amounts never do', async (language, count) => {
    const t = await textsIn(language);
    expect(t('history:toast.exported', { count: 12_345 })).toContain(count);
    const amount = t('trade:form.fault.belowMinimum', { minimum: '12345.00001', base: 'XMR' });
    expect(amount).toContain('12345.00001');
  });

  it('every number in Russian has its form of the word', async () => {
    const t = await textsIn('ru');
    const forms = [1, 2, 5, 11, 21, 22, 25, 111].map((count) =>
      t('fees:age.minute', { count }).replace(/\d+/, '#'),
    );
    const [one, few, many] = forms;
    expect(new Set([one, few, many]).size).toBe(3);
    expect(forms).toEqual([one, few, many, many, one, few, many, many]);
  });

  it('a value that is missing is not written as one', async () => {
    const t = await textsIn('en');
    expect(t('trade:form.fault.belowMinimum', { base: 'XMR' })).not.toContain('undefined');
  });
});
