import type { Page } from 'playwright-core';
import { findChunkKey, readManifest } from '../support/built-client.ts';

const manifest = readManifest();

/** The path of a built script, by its chunk name. */
export const chunkPath = (name: string) => `/${manifest[findChunkKey(manifest, name)]?.file ?? ''}`;

/** Holds back a page's requests to this address. @returns a function that releases them, and the list of later requests */
export async function holdRequests(page: Page, address: string | RegExp): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}
