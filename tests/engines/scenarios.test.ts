import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { postCrud } from '../support/actions.ts';
import { createStoredSession } from '../support/create-stored-session.ts';
import { connectToLoopback, createFaultProxy, type FaultProxy } from '../support/fault-proxy/fault-proxy.ts';
import { signIn, waitForMailedCode, type TestPerson } from '../support/people.ts';
import { isUsable } from '../support/services/availability.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';
import { launchChromiumDriver, launchFirefoxDriver } from './playwright-driver.ts';
import { createTab, type Tab } from './tab.ts';
import { launchWebKitDriver } from './webkit-driver.ts';

const ENGINES = [
  ['chromium', launchChromiumDriver],
  ['firefox', launchFirefoxDriver],
  ['webkit', launchWebKitDriver],
] as const;

const PASSWORD = 'correct horse battery';

/** Of the visible headings: their widths by those that the optical size of their own font size gives them. */
const OPTICAL_RATIOS = `document.fonts.ready.then(() => [...document.querySelectorAll('h1, h2')]
  .filter((heading) => heading.checkVisibility() && heading.innerText.trim() !== '')
  .map((heading) => {
    const widthAt = (settings) => {
      const copy = heading.cloneNode(true);
      Object.assign(copy.style, { position: 'absolute', width: 'max-content', maxWidth: 'none', ...settings });
      heading.after(copy);
      const { width } = copy.getBoundingClientRect();
      copy.remove();
      return width;
    };
    const size = parseFloat(getComputedStyle(heading).fontSize);
    return widthAt({}) / widthAt({ fontVariationSettings: "'opsz' " + size });
  }))`;

type Engine = (typeof ENGINES)[number];

for (const engine of ENGINES)
  describe.skipIf(!isUsable(engine[0], engine[0]))(engine[0], () => defineScenarios(engine));

function defineScenarios([service, launch]: Engine) {
  let link: FaultProxy;
  let app: TestApp;
  let url = '';

  beforeAll(async () => {
    link = await createFaultProxy(() => connectToLoopback(Number(new URL(app.url).port)));
    url = link.url.replace('127.0.0.1', 'localhost');
    app = await startTestApp({ env: { ALLOWED_ORIGINS: url } });
  });
  afterEach(() => link.clearFault());
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await link[Symbol.asyncDispose]();
  });

  /** A browser with a storage of its own. */
  async function openBrowser() {
    const driver = await launch();
    return {
      [Symbol.asyncDispose]: () => driver[Symbol.asyncDispose](),
      open: async (path: string): Promise<Tab> => {
        const tab = createTab(await driver.openTab());
        await tab.goTo(url + path);
        return tab;
      },
    };
  }

  /** A tab of that person in a new browser, on the home feed and connected. */
  async function openSignedIn(person: TestPerson) {
    const browser = await openBrowser();
    const tab = await browser.open('/about');
    for (const { name, value } of createStoredSession(person))
      await tab.evaluate(`localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(value)})`);
    await tab.goTo(`${url}/`);
    await tab.untilText('Live');
    return { ...browser, tab };
  }

  /** Until the service worker has cached the whole build. */
  const untilCached = (tab: Tab) =>
    tab.untilTrue(`navigator.serviceWorker.controller?.state === 'activated'`);

  const stopServer = () => {
    link.injectFault({ kind: 'refuse' });
    link.injectFault({ kind: 'reset' });
  };

  /** Waits for a crud of the home feed, which waits in the pill until a key shows it, unless the feed is empty. */
  const untilArrived = async (tab: Tab, text: string) => {
    await tab.untilTrue(
      `[${JSON.stringify(text)}, 'new crud'].some((one) => document.body.innerText.includes(one))`,
    );
    if (await tab.evaluate(`document.body.innerText.includes('new crud')`)) await tab.type('.');
    await tab.untilText(text);
  };

  const write = async (tab: Tab, text: string) => {
    await tab.clickOn('button', 'Crud');
    await tab.untilTrue(`document.activeElement.matches('[role=dialog] textarea')`);
    await tab.type(text);
    await tab.clickOn('button', 'Crud');
    await tab.untilTrue(`document.querySelector('[role=dialog]') === null`);
  };

  it('a sign-up by mail leads to the first crud', async () => {
    await using browser = await openBrowser();
    const tab = await browser.open('/');
    const email = `first@${service}.example`;
    await tab.clickOn('link', 'Join Now');
    await tab.fill('Name', 'First One');
    await tab.fill('Email', email);
    await tab.fill('Username', `first_${service}`);
    await tab.fill('Password', PASSWORD);
    await tab.clickOn('button', 'Sign Up');
    await tab.untilText('Confirm your Email');
    await tab.fill('Confirmation Code', await waitForMailedCode(app.url, email));
    await tab.clickOn('button', 'Confirm Email');
    await tab.untilText('Live');
    await write(tab, 'my first crud');
    await tab.untilText('my first crud');
    await tab.untilTrue(`!document.body.innerText.includes('Waiting to be sent')`);
    expect(
      JSON.stringify(await app.visitor.callOk('profilePage', { params: { handle: `first_${service}` } })),
    ).toContain('my first crud');
  });

  it('headings have the optical size of their text', async () => {
    await using browser = await openBrowser();
    for (const path of ['/', '/signup', '/about']) {
      const tab = await browser.open(path);
      await tab.untilTrue(`document.querySelector('h1, h2') !== null`);
      const ratios = await tab.evaluate<number[]>(OPTICAL_RATIOS);
      expect(ratios.length).toBeGreaterThan(0);
      for (const ratio of ratios) expect(Math.abs(ratio - 1)).toBeLessThan(0.02);
    }
  });

  it('a crud arrives live, in a pill', async () => {
    const bob = await app.signUp();
    await using ann = await openSignedIn(await app.signUp());
    const { tab } = ann;
    await postCrud(bob, 'arrives first');
    await untilArrived(tab, 'arrives first');
    await postCrud(bob, 'waits in the pill');
    await tab.untilText('1 new crud');
    expect(await tab.evaluate(`document.body.innerText.includes('waits in the pill')`)).toBe(false);
    // The key that shows what waits.
    await tab.type('.');
    await tab.untilText('waits in the pill');
  });

  it('Enter sends a message, and not what an input method is still composing', async () => {
    const bob = await app.signUp();
    const person = await app.signUp();
    await using ann = await openSignedIn(person);
    const { tab } = ann;
    await tab.goTo(`${url}/messages/new/${bob.handle}`);
    await tab.fill('send a direct message...', 'konnichiwa');
    // Safari's Enter comes after the composition.
    for (const sign of ['isComposing: true', 'keyCode: 229']) {
      const key = `{ key: 'Enter', bubbles: true, cancelable: true, ${sign} }`;
      await tab.evaluate(`document.activeElement.dispatchEvent(new KeyboardEvent('keydown', ${key}))`);
      expect(await tab.evaluate(`document.activeElement.value`), sign).toBe('konnichiwa');
    }
    await tab.press('Enter');
    await tab.untilTrue(`document.activeElement.value === ''`);
    const received = async () => (await bob.callOk('messageGroups')).map(({ message }) => message);
    await until(async () => (await received()).includes('konnichiwa'), { what: 'the message is received' });
  });

  it('three tabs share a connection, and another one takes it over', async () => {
    const bob = await app.signUp();
    await using ann = await openSignedIn(await app.signUp());
    const others = [await ann.open('/'), await ann.open('/')];
    await postCrud(bob, 'to all three');
    for (const tab of [ann.tab, ...others]) await untilArrived(tab, 'to all three');
    await ann.tab.close();
    for (const tab of others) await tab.untilText('Live');
    await postCrud(bob, 'to the two that are left');
    for (const tab of others) await untilArrived(tab, 'to the two that are left');
  });

  it('a sign-out everywhere ends the session in another browser too', async () => {
    const person = await app.signUp();
    await using here = await openSignedIn(person);
    await using there = await openSignedIn({ ...person, ...(await signIn(app.url, person)) });
    await here.tab.goTo(`${url}/settings`);
    await here.tab.clickOn('button', 'Sign out everywhere');
    await here.tab.untilText('Sign out everywhere?');
    await here.tab.clickOn('button', 'Sign out everywhere');
    for (const { tab } of [here, there]) await tab.untilText('Join The Party');
    for (const { tab } of [here, there])
      expect(await tab.evaluate(`localStorage.getItem('access_token')`)).toBeNull();
  });

  it('what is written while the server is down is sent once it is back', async () => {
    const person = await app.signUp();
    await using ann = await openSignedIn(person);
    const { tab } = ann;
    await untilCached(tab);
    stopServer();
    await write(tab, 'written meanwhile');
    await tab.untilText('Waiting to be sent');
    await link.clearFault();
    await tab.untilTrue(`!document.body.innerText.includes('Waiting to be sent')`);
    const { activities } = await person.callOk('profilePage', { params: person });
    expect(activities.map(({ message }) => message)).toEqual(['written meanwhile']);
  });

  it('without the server the service worker opens the page, however often, and the page recovers', async () => {
    await using ann = await openSignedIn(await app.signUp());
    const { tab } = ann;
    await untilCached(tab);
    stopServer();
    for (let visit = 0; visit < 8; visit += 1) {
      await tab.goTo(`${url}/notifications`);
      await tab.untilText('We can’t reach Cruddur');
    }
    await link.clearFault();
    await tab.goTo(`${url}/`);
    await tab.untilText('Live');
    expect(await tab.evaluate(`navigator.serviceWorker.controller?.state`)).toBe('activated');
  });

  it('a draft that is open in two tabs loses no character of fast input', async () => {
    await using ann = await openSignedIn(await app.signUp());
    const tabs = [ann.tab, await ann.open('/')];
    const textOf = (tab: Tab) =>
      tab.evaluate<string>(`document.querySelector('[role=dialog] textarea').value`);
    for (const tab of tabs) {
      await tab.clickOn('button', 'Crud');
      await tab.untilTrue(`document.activeElement.matches('[role=dialog] textarea')`);
    }
    let written = '';
    for (const [index, tab] of [...tabs, ...tabs].entries()) {
      const added = ` ${index}: the quick brown fox jumps over the lazy dog, twice.`;
      await tab.evaluate(`document.querySelector('[role=dialog] textarea').focus()`);
      await tab.type(added);
      written += added;
      const what = () => `both tabs show all of ${written}`;
      await until(async () => (await Promise.all(tabs.map(textOf))).every((text) => text === written), {
        what,
      });
    }
  });

  it('the popup is usable by the keyboard alone', async () => {
    await using ann = await openSignedIn(await app.signUp());
    const { tab } = ann;
    await tab.press('Tab');
    await tab.evaluate(`document.body.focus()`);
    await tab.type('n');
    const untilFocused = (selector: string) =>
      tab.untilTrue(`document.activeElement.matches(${JSON.stringify(selector)})`);
    await untilFocused('[role=dialog] textarea');
    for (const stop of ['input[type=radio]:checked', '[aria-label=Close]', 'textarea']) {
      await tab.press('Tab');
      await untilFocused(`[role=dialog] ${stop}`);
    }
    await tab.type('by keys');
    for (const stop of ['input[type=radio]:checked', 'button:not([aria-label])']) {
      await tab.press('Tab');
      await untilFocused(`[role=dialog] ${stop}`);
    }
    await tab.press('Enter');
    await tab.untilTrue(`document.querySelector('[role=dialog]') === null`);
    await tab.untilText('by keys');
  });

  it('/machines draws the machines of this tab', async () => {
    await using ann = await openSignedIn(await app.signUp());
    const { tab } = ann;
    await tab.goTo(`${url}/machines`);
    // In a narrow window too.
    await tab.untilTrue(
      `[...document.querySelectorAll('optgroup')].some(({ label }) => label === 'This tab')`,
    );
    await tab.untilTrue(`document.querySelectorAll('svg [data-state], svg g').length > 10`);
  });
}
