import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openBrowser, postCrud } from '../e2e/test-browser.ts';
import { startProgram } from '../support/program.ts';
import { getSharedChromium, closePages } from '../support/services/chromium.ts';
import { findFreePort } from '../support/services/find-free-port.ts';

it('[LIVE-4] open pages show that the program was killed, reconnect after a restart, and miss and double nothing', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cruddur-kill-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const env = { DATA_DIR: dataDir, PORT: String(await findFreePort()), RATE_LIMITS: 'off' };
  await using program = startProgram(env);
  const browser = await getSharedChromium();
  onTestFinished(() => closePages(browser));
  const url = await program.waitUntilReady();
  const signIn = async ({ email, password }: { email: string; password: string }) => {
    const { page } = await openBrowser(browser, url);
    await page.goto('/signin');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    return page;
  };
  const [first, second] = await program.waitForSampleLogins();
  if (!first || !second) throw new Error('the program has no sample users');
  const [one, other] = [await signIn(first), await signIn(second)];
  await postCrud(one, 'Before the bang.');
  const waiting = one.getByText('Waiting to be sent');
  await waiting.waitFor({ state: 'hidden' });
  program.sendSignal('SIGKILL');
  await program.waitForExit();
  await other.getByText('Reconnecting. New cruds will be sent afterwards.').waitFor();
  await postCrud(one, 'After the bang.');
  await waiting.waitFor();
  await using restarted = startProgram(env);
  await restarted.waitUntilReady();
  await other.getByText('Back. Nothing was missed.').waitFor();
  await other.getByText('After the bang.').waitFor();
  await waiting.waitFor({ state: 'hidden' });
  for (const page of [one, other])
    for (const text of ['Before the bang.', 'After the bang.'])
      expect(await page.getByText(text).count()).toBe(1);
});
