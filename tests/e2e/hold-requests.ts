import type { Page } from 'playwright-core';
import { findChunkKey, readManifest } from '../support/built-client.ts';

const manifest = readManifest();

/** The path of a file of the program, by its name. */
export const chunkPath = (name: string) => `/${manifest[findChunkKey(manifest, name)]?.file ?? ''}`;

/** Holds back what a page asks for by this address. @returns how to let it go, and all that is asked for later */
export async function holdRequests(page: Page, address: string | RegExp): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}
