import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProgram, type RunningProgram } from '../support/program.ts';
import { getSharedChromium, closePages } from '../support/services/chromium.ts';
import { findFreePort } from '../support/services/find-free-port.ts';
import { openBrowser, postCrud, type TestBrowser } from '../e2e/test-browser.ts';

describe('a killed program', () => {
  let env: Record<string, string>;
  let program: RunningProgram;
  let browser: Browser;
  let one: TestBrowser;
  let other: TestBrowser;
  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'cruddur-kill-'));
    env = { DATA_DIR: dataDir, PORT: String(await findFreePort()), RATE_LIMITS: 'off' };
    program = startProgram(env);
    browser = await getSharedChromium();
    const url = await program.waitUntilReady();
    const [first, second] = await program.waitForSampleLogins();
    [one, other] = [await openBrowser(browser, url), await openBrowser(browser, url)];
    await signInByForm(one, first);
    await signInByForm(other, second);
  });
  afterAll(async () => {
    await closePages(browser);
    await program[Symbol.asyncDispose]();
    await rm(env.DATA_DIR ?? '', { recursive: true, force: true });
  });

  async function signInByForm(
    { page }: TestBrowser,
    login?: { email: string; password: string },
  ): Promise<void> {
    await page.goto('/signin');
    await page.getByLabel('Email').fill(login?.email ?? '');
    await page.getByLabel('Password', { exact: true }).fill(login?.password ?? '');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
  }

  it('[LIVE-4] open pages show the outage, reconnect after a restart, and miss and double nothing', async () => {
    await postCrud(one.page, 'Before the bang.');
    const waiting = one.page.getByText('Waiting to be sent');
    await waiting.waitFor({ state: 'hidden' });
    program.sendSignal('SIGKILL');
    await program.waitForExit();
    await other.page.getByText('Reconnecting. New cruds will be sent afterwards.').waitFor();
    await one.page.getByRole('button', { name: 'Crud', exact: true }).first().click();
    const dialog = one.page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('After the bang.');
    await dialog.getByRole('button', { name: 'Crud', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await waiting.waitFor();
    program = startProgram(env);
    await program.waitUntilReady();
    await other.page.getByText('Back. Nothing was missed.').waitFor();
    await other.page.getByText('After the bang.').waitFor();
    await waiting.waitFor({ state: 'hidden' });
    for (const { page } of [one, other])
      for (const text of ['Before the bang.', 'After the bang.'])
        expect(await page.getByText(text).count()).toBe(1);
  });
});
