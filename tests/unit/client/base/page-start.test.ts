import { LOG_LEVELS, type LogLevel } from '@cruddur/shared';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRoutes } from '../../../../client/src/app/routes.tsx';
import { parseConfig } from '../../../../client/src/base/config.ts';
import { lazyScreen, failedChunk, loadChunk } from '../../../../client/src/base/lazy/load-chunk.ts';
import { createLogger } from '../../../../client/src/base/logger.ts';
import { isNetworkFailure } from '../../../../client/src/base/machines/failure.ts';
import { delay } from '../../../../client/src/base/runtime/runtime.ts';
import { createFirstContent } from '../../../../client/src/base/hydration/first-content.ts';
import { createServerServices } from '../../../../client/src/app/server/render-page.tsx';
import { createTestRuntime } from '../../../support/create-test-runtime.ts';
import { createToken } from '../account/session-fixture.ts';
import { createDeferred } from '../create-deferred.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Section 2 of the specification, and its links. */
const SPECIFIED = [
  ...['/', '/notifications', '/@{handle}', '/@{handle}/status/{activity_uuid}'],
  ...['/messages', '/messages/new/{handle}', '/messages/{message_group_uuid}'],
  ...['/signup', '/signin', '/confirm', '/forgot'],
  ...['/about', '/terms-of-service', '/privacy-policy'],
];
/** Not in the specification: the search results, message requests, the settings, and every other address. */
const OURS = ['/search', '/messages/requests', '/settings', '/machines', '*'];

test('[SCREEN-2] the router has every screen of the specification and the product’s additional ones', () => {
  const listed = (routes: ReturnType<typeof createRoutes>): string[] =>
    routes.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [path]), ...listed(children)]);
  const patternOf = (route: string) => route.replace('@{handle}', ':at').replace(/\{(\w+)\}/g, ':$1');
  const routes = createRoutes(createServerServices({ now: Date.now(), content: null }, {}), () =>
    Promise.resolve({}),
  );
  expect(listed(routes).sort()).toEqual([...SPECIFIED.map(patternOf), ...OURS].sort());
});

describe('the configuration', () => {
  test('has the contract’s defaults, then the build’s values, then the settings of the page', () => {
    expect(parseConfig({}, null)).toMatchObject({
      ...{ token_store: 'local', log_level: 'warn', region: 'ap-south-1', allow_guest: false },
    });
    const [api_host, other] = ['https://api.example.com', 'https://other.example.com'];
    const build = { VITE_API_HOST: api_host, VITE_TOKEN_STORE: 'cookie', VITE_ALLOW_GUEST: 'true' };
    const built = { api_host, token_store: 'cookie', allow_guest: true };
    expect(parseConfig(build, '')).toMatchObject(built);
    const block = JSON.stringify({ api_host: other, token_store: '', allow_guest: false });
    expect(parseConfig(build, block)).toMatchObject({ ...built, api_host: other, allow_guest: false });
  });

  test('keeps an empty region, because the sign-in reports it, and refuses an impossible value', () => {
    expect(parseConfig({}, JSON.stringify({ region: '' }))).toMatchObject({ region: '' });
    expect(parseConfig({ VITE_REGION: '' }, null)).toMatchObject({ region: '' });
    expect(() => parseConfig({ VITE_TOKEN_STORE: 'basement' }, null)).toThrow();
    expect(() => parseConfig({}, '{')).toThrow(SyntaxError);
  });
});

/** A page that is painted on request of the test. */
function openPage() {
  const afterPaint: (() => void)[] = [];
  const content = createFirstContent((work) => afterPaint.push(work));
  const heard = vi.fn<() => void>();
  void content.ready.then(heard);
  const paint = async () => {
    for (const work of afterPaint.splice(0)) work();
    await Promise.resolve();
  };
  return { content, heard, paint };
}

test('content is shown once no placeholder is left and the page is painted', async () => {
  const { content, heard, paint } = openPage();
  const programIsThere = content.registerPlaceholder();
  const first = content.registerPlaceholder();
  programIsThere();
  await paint();
  // One skeleton replaces another at the same time.
  first();
  const second = content.registerPlaceholder();
  await paint();
  expect(content.getSnapshot()).toBe(false);
  second();
  second();
  expect(content.getSnapshot()).toBe(false);
  await paint();
  expect(content.getSnapshot()).toBe(true);
  expect(heard).toHaveBeenCalledOnce();
  // Chunks of later screens delay nothing.
  content.registerPlaceholder();
  await content.ready;
});

test('the wait for content ends after eight seconds', async () => {
  const { content, heard } = openPage();
  content.registerPlaceholder();
  await vi.advanceTimersByTimeAsync(7999);
  expect(heard).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(heard).toHaveBeenCalledOnce();
});

const Screen = () => null;

describe('the chunk of a screen', () => {
  test('is the screen when it arrives within 120 s, and leaves no timer', async () => {
    const code = createDeferred<typeof Screen>();
    const load = lazyScreen(3, () => code.promise)();
    await vi.advanceTimersByTimeAsync(119_999);
    code.resolve(Screen);
    await expect(load).resolves.toEqual({ Component: Screen });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is a readable failure when it does not', async () => {
    const load = lazyScreen(3, () => new Promise(() => undefined))();
    const outcome = expect(load).rejects.toThrow('Loading chunk 3 failed');
    await vi.advanceTimersByTimeAsync(120_000);
    await outcome;
  });

  test('is the same failure when it fails to load, and a retry loads it again', async () => {
    const load = vi.fn().mockRejectedValueOnce(new TypeError('gone')).mockResolvedValueOnce(Screen);
    const screen = lazyScreen(7, load);
    await expect(screen()).rejects.toThrow('Loading chunk 7 failed');
    await expect(screen()).resolves.toEqual({ Component: Screen });
  });
});

test('[STAY-4] a chunk that does not arrive is a lost connection, which ends no session; twice in a row is shown until it loads', async () => {
  const missing = new TypeError('Failed to fetch dynamically imported module: /static/js/amplify.js');
  const fail = () => loadChunk(31, () => Promise.reject(missing)).catch((error: unknown) => error);
  const failure = await fail();
  expect(isNetworkFailure(failure)).toBe(true);
  expect(failure).toMatchObject({ message: 'Loading chunk 31 failed', cause: missing });
  expect(failedChunk.getSnapshot()).toBeNull();
  await fail();
  expect(failedChunk.getSnapshot()).toBe(31);
  await expect(loadChunk(31, () => Promise.resolve('code'))).resolves.toBe('code');
  expect(failedChunk.getSnapshot()).toBeNull();
});

const { timers } = createTestRuntime();

test('a wait ends by its timer and leaves no listener, or at once when it is aborted', async () => {
  const call = new AbortController();
  const left = vi.spyOn(call.signal, 'removeEventListener');
  const waited = delay(timers, 1000, call.signal);
  await vi.advanceTimersByTimeAsync(1000);
  await expect(waited).resolves.toBeUndefined();
  expect(left).toHaveBeenCalledOnce();
  const abortedMeanwhile = delay(timers, 1000, call.signal);
  call.abort();
  const abortedBefore = delay(timers, 1000, call.signal);
  for (const aborted of [abortedMeanwhile, abortedBefore])
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
  expect(vi.getTimerCount()).toBe(0);
});

function openLog(level?: LogLevel) {
  const lines: string[] = [];
  const write = (...parts: unknown[]) => void lines.push(parts.join(' '));
  return { lines, logger: createLogger(level, { debug: write, info: write, warn: write, error: write }) };
}

test('the browser’s log gets the lines of the level, which is warn unless configured, and of those above', () => {
  for (const [index, level] of [...LOG_LEVELS, undefined].entries()) {
    const { lines, logger } = openLog(level);
    for (const name of LOG_LEVELS) if (name !== 'none') logger[name](name);
    const from = level ? index : LOG_LEVELS.indexOf('warn');
    expect(lines).toEqual(LOG_LEVELS.slice(from).filter((name) => name !== 'none'));
  }
});

test('[LOG-2] anything that looks like a token is redacted', () => {
  const { lines, logger } = openLog();
  const token = createToken({ sub: 'x', exp: 1 }).replace(/^head/u, 'eyJhbGciOiJSUzI1NiJ9');
  logger.error(`refused ${token}`, { header: `Bearer ${token}`, tries: 2 });
  expect(lines).toEqual(['refused [token] {"header":"Bearer [token]","tries":2}']);
});
