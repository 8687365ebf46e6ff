import type { Page } from '@playwright/test';
import { type Drafts, createDrafts, DRAFTS_KEY } from '../../../src/services/drafts.ts';
import { memoryStorage } from '../../paths/tools/memoryStorage.ts';

/** What the product itself keeps in the tab. @param keep writes it. */
function keptBy(keep: (drafts: Drafts) => void): readonly [key: string, text: string] {
  const storage = memoryStorage();
  keep(createDrafts(storage));
  return [DRAFTS_KEY, storage.read(DRAFTS_KEY) ?? ''];
}

/** Every load of the page finds what the product itself keeps in the tab. @param keep writes it. */
export async function plantDrafts(page: Page, keep: (drafts: Drafts) => void): Promise<void> {
  await page.addInitScript(([key, text]) => sessionStorage.setItem(key, text), keptBy(keep));
}

/** From now on the tab keeps this and nothing else. @param keep writes it. */
export async function setDrafts(page: Page, keep: (drafts: Drafts) => void): Promise<void> {
  await page.evaluate(([key, text]) => {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  }, keptBy(keep));
}
