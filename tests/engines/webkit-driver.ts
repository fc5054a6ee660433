import { findFreePort } from '../support/services/find-free-port.ts';
import { findProgram } from '../support/services/find-program.ts';
import { startManagedProcess, type ManagedProcess } from '../support/services/managed-process.ts';
import { until } from '../support/until.ts';
import type { Driver, DriverTab, Key } from './driver.ts';

/** The key under which WebDriver passes elements. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const KEYS: Record<Key, string[]> = {
  Enter: ['\uE007'],
  Escape: ['\uE00C'],
  Tab: ['\uE004'],
  'Shift+Tab': ['\uE008', '\uE004'],
};

/**
 * The driver clicks where an element was, and the page may have moved since. So an event that reaches another one
 * is stopped; endGuard tells whether the element received the click. Another page has no endGuard.
 */
const GUARD = `((element) => {
  const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
  let isReached = false;
  const check = (event) => {
    isReached = event.composedPath().includes(element);
    if (isReached) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of types) addEventListener(type, check, true);
  window.endGuard = () => {
    for (const type of types) removeEventListener(type, check, true);
    return isReached;
  };
  return element;
})`;

/** WebKitGTK by its own WebDriver (https://www.w3.org/TR/webdriver2/), on a display without a screen. */
export async function launchWebKitDriver(): Promise<Driver> {
  const screen = ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const display = start(findProgram('Xvfb'), screen);
  const number = await until(() => /^\d+$/m.exec(display.output())?.[0], { what: 'the display is open' });
  const port = await findFreePort();
  const env = ['NO_AT_BRIDGE=1', `DISPLAY=:${number}`, findProgram('WebKitWebDriver') ?? ''];
  const driver = start('/usr/bin/env', [...env, `--port=${port}`, '--host=127.0.0.1']);
  const call = createCaller(`http://127.0.0.1:${port}`);
  const openSession = () => call<{ sessionId: string }>('POST', '/session', { capabilities: {} });
  const session = await until(() => openSession().catch(() => undefined), {
    what: 'a session of WebKit is open',
  });
  const path = `/session/${session.sessionId}`;
  let isFirst = true;
  return {
    async openTab() {
      const handle = isFirst
        ? await call<string>('GET', `${path}/window`)
        : (await call<{ handle: string }>('POST', `${path}/window/new`, { type: 'tab' })).handle;
      isFirst = false;
      return createTab(call, { path, handle });
    },
    async [Symbol.asyncDispose]() {
      await call('DELETE', path).catch(() => undefined);
      await driver[Symbol.asyncDispose]();
      await display[Symbol.asyncDispose]();
    },
  };
}

type Caller = <T>(method: string, path: string, body?: object) => Promise<T>;

function createCaller(origin: string): Caller {
  return async (method, path, body) => {
    const answer = await fetch(origin + path, { method, body: body ? JSON.stringify(body) : null });
    const { value } = (await answer.json()) as { value: never };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
}

/** The commands of a tab, one at a time for all tabs of the session: the driver has one current tab. */
function createTab(call: Caller, { path, handle }: { path: string; handle: string }): DriverTab {
  const inTab = async <T>(method: string, command: string, body?: object): Promise<T> => {
    await call('POST', `${path}/window`, { handle });
    return call<T>(method, `${path}${command}`, body);
  };
  const evaluate = <T>(expression: string) =>
    inTab<T>('POST', '/execute/sync', { script: `return ${expression}`, args: [] });
  const perform = (actions: object[]) =>
    inTab<never>('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  return {
    goTo: (url) => inTab('POST', '/url', { url }),
    evaluate,
    async click(expression) {
      const clickOnce = async () => {
        const element = await evaluate<Record<string, string> | null>(`${GUARD}(${expression})`);
        await inTab('POST', `/element/${element?.[ELEMENT] ?? ''}/click`, {});
        return evaluate<boolean>(`window.endGuard?.() ?? true`);
      };
      await until(clickOnce, { what: `${expression} receives a click` });
    },
    type: (text) =>
      perform(
        Array.from(text).flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      ),
    press: (key) =>
      perform([
        ...KEYS[key].map((value) => ({ type: 'keyDown', value })),
        ...KEYS[key].toReversed().map((value) => ({ type: 'keyUp', value })),
      ]),
    close: () => inTab('DELETE', '/window'),
  };
}

function start(program: string | undefined, options: string[]): ManagedProcess {
  if (program === undefined)
    throw new Error('WebKit is missing: apt-get install webkit2gtk-driver xvfb dbus-x11');
  return startManagedProcess({ command: [program, ...options], endSignal: 'TERM' });
}
