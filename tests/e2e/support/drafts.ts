import type { Page } from '@playwright/test';
import { type Drafts, createDrafts, DRAFTS_KEY } from '../../../src/services/drafts.ts';
import { memoryStorage } from '../../models/tools/memoryStorage.ts';

/** Data that the product keeps in the tab. @param keep writes it. */
function keptBy(keep: (drafts: Drafts) => void): readonly [key: string, text: string] {
  const storage = memoryStorage();
  keep(createDrafts(storage));
  return [DRAFTS_KEY, storage.read(DRAFTS_KEY) ?? ''];
}

/** For every load of the page. */
export async function plantDrafts(page: Page, keep: (drafts: Drafts) => void): Promise<void> {
  await page.addInitScript(([key, text]) => sessionStorage.setItem(key, text), keptBy(keep));
}

/** Replaces what the tab keeps. */
export async function setDrafts(page: Page, keep: (drafts: Drafts) => void): Promise<void> {
  await page.evaluate(([key, text]) => {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  }, keptBy(keep));
}
