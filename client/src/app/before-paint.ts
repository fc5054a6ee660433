// Bundled and inlined in every page by vite/inline.ts; runs before its first paint. It must import nothing large.
import {
  AUTH_PAGE_URLS,
  LOADING_SHELL_ID,
  PAGE_DATA_ID,
  PROGRAM_TEMPLATE_ID,
  maxAgeOf,
  pageUrls,
  type PageData,
} from '@cruddur/shared';
import { hasStoredSession } from '../account/session/session-store.ts';
import { localItems } from '../base/browser-storage.ts';
import { pageState } from '../base/page/page-state.ts';
import { supportsPasskeys } from '../base/session/identity-provider.ts';
import { focusSearch, readShortcutsEnabled } from '../base/ui/keyboard.ts';
import { readStoredAppearance } from '../base/ui/theme.ts';
import { PROGRAM_KEY, readPageRequestTiming } from './server-rendered-page.ts';

const page = document.documentElement;
const state = pageState();
const hasSession = hasStoredSession(localItems);
const hasShortcuts = readShortcutsEnabled();
const { pathname } = location;

// Neither another theme nor, with a session, the visitor's page is ever painted.
state.theme = readStoredAppearance();
if (!supportsPasskeys()) state.passkeys = 'none';
const waiting = hasSession ? 'frame' : state.clientRendered;
if (waiting) state.waiting = waiting;
if (hasSession && isSlowLine()) state.plain = '';
else if (AUTH_PAGE_URLS.includes(pathname.toLowerCase().replace(/\/$/, ''))) state.frame = 'auth';

// Input that needs the program is kept, and replayed after hydration: the last press on a control, and typed characters,
// which may be shortcuts.
let pressed: HTMLElement | null = null;
function keepPress(control: HTMLElement | null, by: 'pointer' | 'key'): void {
  delete pressed?.dataset.pressed;
  pressed = control;
  if (pressed) pressed.dataset.pressed = by;
}
page.onclick = (event) => {
  const control = targetOf(event).closest<HTMLElement>('button, [aria-haspopup]');
  // A click by key has detail 0.
  keepPress(control, event.detail ? 'pointer' : 'key');
  if (!control) openCard(event);
  else if (control.ariaHasPopup) event.preventDefault();
};
// Menus open at the beginning of a press, which may end after hydration.
page.onpointerdown = (event) => {
  const trigger = targetOf(event).closest<HTMLElement>('[aria-haspopup=menu]');
  if (!trigger || event.button !== 0 || event.ctrlKey) return;
  keepPress(trigger, 'pointer');
  // As the menu does: a touch that ends after hydration would focus the trigger, which closes the menu.
  event.preventDefault();
};
// The touch scrolls the page.
page.onpointercancel = () => keepPress(null, 'pointer');
page.onkeydown = (event) => {
  const target = targetOf(event);
  // This key opens menus too.
  if (event.key === 'ArrowDown' && target.ariaHasPopup === 'menu') {
    keepPress(target, 'key');
    event.preventDefault();
  } else if (event.key === 'Enter' && target.dataset.crud)
    target.querySelector<HTMLElement>('.cover')?.click();
};
// An auth form is submitted by auth-form.tsx after hydration; its button is enabled and busy as it will be then. In use until React
// handles the event, and prevents its default.
page.onsubmit = (event) => {
  const form = targetOf(event) as HTMLFormElement;
  if (event.defaultPrevented || form.method !== 'post') return;
  event.preventDefault();
  state.submitted = '';
  const button = submitButtonOf(form);
  if (button) button.ariaBusy = 'true';
};
page.oninput = (event) => {
  const { form } = targetOf(event) as HTMLInputElement;
  const button = form?.method === 'post' && submitButtonOf(form);
  if (form && button) button.disabled = [...form.querySelectorAll('input')].some(({ value }) => value === '');
};
const submitButtonOf = (form: HTMLFormElement) => form.querySelector<HTMLButtonElement>('[type=submit]');
// Separate, because the program takes it over later, once its shortcuts are bound. It replays the keys as events that are not
// trusted, and keys that are pressed meanwhile follow them.
document.onkeydown = (event) => {
  const { key } = event;
  const { keys = '' } = state;
  if (!event.isTrusted || !hasShortcuts || targetOf(event).closest('input, textarea')) return;
  if (key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
  // A member's n, r and slash focus a field, whose text may have spaces. Other spaces scroll or press.
  if (key === ' ' && !(hasSession && /[nr/]/.test(keys))) return;
  event.preventDefault();
  event.stopPropagation();
  // At once, so that the next keys are text.
  if (key === '/' && !waiting && focusSearch()) delete state.keys;
  else state.keys = keys + key;
};
function targetOf({ target }: Event): HTMLElement {
  return target as HTMLElement;
}
// Anywhere on a card, unless the click ends a text selection.
function openCard(event: MouseEvent): void {
  const target = targetOf(event);
  const card = target.closest('a') ? null : target.closest('[data-crud]');
  if (!card || getSelection()?.isCollapsed === false) return;
  // With the event's modifiers.
  card.querySelector('.cover')?.dispatchEvent(new MouseEvent('click', event));
}

// Chromium only.
interface NavigatorWithConnection extends Navigator {
  connection?: { effectiveType: string };
}
function isSlowLine(): boolean {
  return ((navigator as NavigatorWithConnection).connection?.effectiveType ?? '4g') !== '4g';
}

// Absent while Vite serves the page.
let program = document.getElementById(PROGRAM_TEMPLATE_ID) as HTMLTemplateElement | null;
function load(): void {
  if (!program) return;
  const content = document.importNode(program.content, true);
  for (const preload of content.querySelectorAll<HTMLElement>('[data-member]'))
    if (!hasSession || !['', pathname].includes(preload.dataset.member ?? '')) preload.remove();
  document.head.append(content);
  program = null;
}
function start(): void {
  state.wanted = '';
  page.dispatchEvent(new Event('wanted'));
  load();
}
// For a visitor whose browser has this program from an earlier page: it is evaluated while the page is idle, and waits for the
// event. Chromium holds back the tasks of loading for 100 ms after a touch begins.
function loadIfKnown(): void {
  const script = program?.content.querySelector('script');
  if (script && hasIdleCallback() && localItems.getItem(PROGRAM_KEY) === script.getAttribute('src'))
    void shown.then(() => requestIdleCallback(load));
}
// Safari has none.
function hasIdleCallback(): boolean {
  return 'requestIdleCallback' in window;
}
// One page may be cached for all addresses, so its loading shell gets title and current entry here: see loading-shell.tsx.
function fitShell(): void {
  const shell = document.getElementById(LOADING_SHELL_ID);
  for (const element of shell?.querySelectorAll<HTMLElement>('[data-page]') ?? [])
    if (element.dataset.page === pathname) element.ariaCurrent = 'page';
  // A conversation has no tab bar.
  const unneeded = pathname.startsWith(`${pageUrls.messages}/`) ? ['.tabs', '.fab'] : [];
  if (!hasSession) unneeded.push('[data-personal]');
  unneeded.push(
    pathname === pageUrls.settings ? '.skeleton:not(:has(.settings))' : '.skeleton:has(.settings)',
  );
  for (const selector of unneeded) shell?.querySelectorAll(selector).forEach((element) => element.remove());
}

// Hidden until the inlined font is decoded and the page is parsed: either would shift the layout later.
state.unpacking = '';
const font = document.fonts.load('1em "Figtree Variable"');
const parsed = new Promise((resolve) =>
  document.addEventListener('readystatechange', resolve, { once: true }),
);
const shown = Promise.allSettled([font, parsed]).then(async () => {
  if (waiting) fitShell();
  delete state.unpacking;
  if (!waiting && state.hydrate === 'on-intent') removeExpired();
  // A hidden page has no frames. The second frame begins after the first paint.
  if (document.visibilityState === 'hidden') return;
  await nextFrame();
  await nextFrame();
  await new Promise((resolve) => setTimeout(resolve));
});
function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

// A server-rendered page is painted first: its scripts would delay the paint. If a visitor can read it as it is, the program
// waits for the first sign that one wants more, or, for live updates, until the page has been idle for some seconds.
if (waiting) start();
else if (state.hydrate !== 'on-intent') startAfterPaint();
else {
  for (const type of ['pointerdown', 'wheel', 'keydown', 'focusin'])
    addEventListener(type, startAfterPaint, { once: true, capture: true, passive: true });
  addEventListener('pointermove', startIfMoved, { capture: true, passive: true });
  if (document.readyState === 'complete') startWhenIdle();
  else addEventListener('load', startWhenIdle, { once: true });
}
// Chromium also reports a pointer that rests where a page appears.
let restsAt: string | undefined;
function startIfMoved({ screenX, screenY }: PointerEvent): void {
  const position = `${screenX} ${screenY}`;
  if (restsAt && restsAt !== position) {
    removeEventListener('pointermove', startIfMoved, { capture: true });
    startAfterPaint();
  }
  restsAt = position;
}
function startAfterPaint(): void {
  void shown.then(start);
}
function startWhenIdle(): void {
  loadIfKnown();
  setTimeout(() => {
    // Without a timeout it never runs while the main thread always has a task.
    if (hasIdleCallback()) requestIdleCallback(startAfterPaint, { timeout: 5000 });
    else startAfterPaint();
  }, 5000);
}

// A crud is on the page until the millisecond of its expiry, with and without the program, which then shows what follows.
function removeExpired(): void {
  const { now, content } = JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? '') as PageData;
  const { from, to, ageMs, precisionMs } = readPageRequestTiming(performance, maxAgeOf(content));
  // The middle of the interval that base/clock/server-clock.ts computes.
  const offset = now + ageMs + precisionMs / 2 - (from + to) / 2;
  check();
  function check(): void {
    // The program has begun to hydrate the page, and removes them itself.
    if (!page.onclick) return;
    let next = 60_000;
    for (const time of document.querySelectorAll<HTMLTimeElement>('article .time-left time')) {
      const left = Date.parse(time.dateTime) - Date.now() - offset;
      if (left > 0) {
        next = Math.min(next, left);
        continue;
      }
      const crud = time.closest('article');
      // The page of a crud ends with it.
      const expired = crud?.matches('.post') ? crud.parentElement : crud;
      if (expired) expired.dataset.expired = '';
      startAfterPaint();
    }
    setTimeout(check, next);
  }
}
