import type { Page } from '@playwright/test';
import { type Drafts, createDrafts, DRAFTS_KEY } from '../../../src/services/drafts.ts';
import { memoryStorage } from '../../paths/tools/memoryStorage.ts';

/** Every load of the page finds what the product itself keeps in the tab. @param keep writes it. */
export async function plantDrafts(page: Page, keep: (drafts: Drafts) => void): Promise<void> {
  const storage = memoryStorage();
  keep(createDrafts(storage));
  const kept: readonly [string, string] = [DRAFTS_KEY, storage.read(DRAFTS_KEY) ?? ''];
  await page.addInitScript(([key, text]) => sessionStorage.setItem(key, text), kept);
}
