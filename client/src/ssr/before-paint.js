// Inlined in every page; runs before its first paint. Must agree with src/ui/theme.ts, src/auth/session/session-store.ts,
// src/ssr/server-rendered-page.ts, src/ssr/loading-shell.tsx, src/crud/crud-article.tsx, src/crud/fuse.tsx,
// src/main.tsx, src/app/shortcuts/shortcuts.tsx, src/app/shortcuts/keys.ts, vite/inline.ts, styles/loading-shell.css and
// shared/src/server-rendered-page.ts.
(function () {
  var page = document.documentElement;
  // Neither another theme nor, with a session, the visitor's page is ever painted.
  var hasSession = false;
  var hasShortcuts = true;
  page.dataset.theme = 'dark';
  try {
    var appearance = localStorage.getItem('appearance');
    if (appearance === 'light' || appearance === 'system') page.dataset.theme = appearance;
    hasSession = Boolean(localStorage.getItem('access_token'));
    hasShortcuts = localStorage.getItem('shortcuts') !== 'off';
  } catch {
    // Without storage there is no session.
  }
  // Must agree with src/auth/identity-provider.ts.
  if (typeof PublicKeyCredential !== 'function') page.dataset.passkeys = 'none';
  var waiting = hasSession ? 'frame' : page.dataset.clientRendered;
  if (waiting) page.dataset.waiting = waiting;
  // Must agree with src/frame/auth-frame.tsx and src/paths.ts.
  else if (/^\/(signin|signup|confirm|forgot)\/?$/i.test(location.pathname)) page.dataset.frame = 'auth';

  // Input that needs the program is kept, and replayed after hydration: the last press on a control, and typed characters,
  // which may be shortcuts.
  var pressed = null;
  function keepPress(control, by) {
    if (pressed) delete pressed.dataset.pressed;
    pressed = control;
    if (pressed) pressed.dataset.pressed = by;
  }
  page.onclick = function (event) {
    var control = event.target.closest('button, [aria-haspopup]');
    // A click by key has detail 0.
    keepPress(control, event.detail ? 'pointer' : 'key');
    if (!control) openCard(event);
    else if (control.ariaHasPopup) event.preventDefault();
  };
  // Menus open at the beginning of a press, which may end after hydration.
  page.onpointerdown = function (event) {
    var trigger = event.target.closest('[aria-haspopup=menu]');
    if (!trigger || event.button !== 0 || event.ctrlKey) return;
    keepPress(trigger, 'pointer');
    // As the menu does: a touch that ends after hydration would focus the trigger, which closes the menu.
    event.preventDefault();
  };
  // The touch scrolls the page.
  page.onpointercancel = function () {
    keepPress(null);
  };
  page.onkeydown = function (event) {
    // This key opens menus too.
    if (event.key === 'ArrowDown' && event.target.ariaHasPopup === 'menu') page.onclick(event);
    else if (event.key === 'Enter' && event.target.dataset.crud)
      event.target.querySelector('.cover')?.click();
  };
  // Separate, because the program takes it over later, once its shortcuts are bound. It replays the keys as events that are not
  // trusted, and keys that are pressed meanwhile follow them.
  document.onkeydown = function (event) {
    var key = event.key;
    var keys = page.dataset.keys || '';
    if (!event.isTrusted || !hasShortcuts || event.target.closest('input, textarea')) return;
    if (key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    // A member's n, r and slash focus a field, whose text may have spaces. Other spaces scroll or press.
    if (key === ' ' && !(hasSession && /[nr/]/.test(keys))) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === '/' && !waiting && focusSearch()) delete page.dataset.keys;
    else page.dataset.keys = keys + key;
  };
  // Anywhere on a card, unless the click ends a text selection.
  function openCard(event) {
    var card = event.target.closest('a') ? null : event.target.closest('[data-crud]');
    if (!card || !getSelection().isCollapsed) return;
    // With the event's modifiers.
    card.querySelector('.cover')?.dispatchEvent(new MouseEvent('click', event));
  }
  // At once, so that the next keys are text.
  function focusSearch() {
    return [].some.call(document.querySelectorAll('[role=search] input'), function (field) {
      field.focus();
      return field === document.activeElement;
    });
  }

  // Absent while Vite serves the page.
  var program = document.getElementById('program');
  function load() {
    if (program) document.head.append(document.importNode(program.content, true));
    program = null;
  }
  function start() {
    page.dataset.wanted = '';
    page.dispatchEvent(new Event('wanted'));
    load();
  }
  // For a visitor whose browser has this program from an earlier page: it is evaluated while the page is idle, and waits for the
  // event. Chromium holds back the tasks of loading for 100 ms after a touch begins.
  function loadIfKnown() {
    var script = program && program.content.querySelector('script');
    if (!script) return;
    try {
      if (window.requestIdleCallback && localStorage.getItem('program') === script.getAttribute('src'))
        shown.then(function () {
          window.requestIdleCallback(load);
        });
    } catch {
      // Without storage it is loaded when it is wanted.
    }
  }
  // One page may be cached for all addresses, so its loading shell gets title and current entry here: see loading-shell.tsx.
  function fitShell() {
    var path = location.pathname;
    document.querySelectorAll('#waiting [data-page]').forEach(function (element) {
      if (element.dataset.page === path) element.ariaCurrent = 'page';
    });
    // A conversation has no tab bar.
    var unneeded = path.startsWith('/messages/') ? ['.tabs', '.fab'] : [];
    if (!hasSession) unneeded.push('[data-personal]');
    unneeded.forEach(function (selector) {
      document.querySelectorAll('#waiting ' + selector).forEach(function (element) {
        element.remove();
      });
    });
  }

  // Hidden until the inlined font is decoded and the page is parsed: either would shift the layout later.
  page.dataset.unpacking = '';
  var font = document.fonts.load('1em "Figtree Variable"');
  var parsed = new Promise(function (resolve) {
    document.addEventListener('readystatechange', resolve, { once: true });
  });
  var shown = Promise.allSettled([font, parsed]).then(function () {
    if (waiting) fitShell();
    delete page.dataset.unpacking;
    if (!waiting && page.dataset.hydrate === 'on-intent') removeExpired();
    // A hidden page has no frames. The second frame begins after the first paint.
    return document.visibilityState === 'hidden' ? undefined : nextFrame().then(nextFrame).then(nextTask);
  });
  function nextFrame() {
    return new Promise(function (resolve) {
      requestAnimationFrame(resolve);
    });
  }
  function nextTask() {
    return new Promise(function (resolve) {
      setTimeout(resolve);
    });
  }

  // A server-rendered page is painted first: its scripts would delay the paint. If a visitor can read it as it is, the program
  // waits for the first sign that one wants more, or, for live updates, until the page has been idle for some seconds.
  if (waiting) start();
  else if (page.dataset.hydrate !== 'on-intent') shown.then(start);
  else {
    ['pointerdown', 'wheel', 'keydown', 'focusin'].forEach(function (type) {
      addEventListener(type, startAfterPaint, { once: true, capture: true, passive: true });
    });
    addEventListener('pointermove', startIfMoved, { capture: true, passive: true });
    if (document.readyState === 'complete') startWhenIdle();
    else addEventListener('load', startWhenIdle, { once: true });
  }
  // Chromium also reports a pointer that rests where a page appears.
  var restsAt;
  function startIfMoved(event) {
    var position = event.screenX + ' ' + event.screenY;
    if (restsAt && restsAt !== position) {
      removeEventListener('pointermove', startIfMoved, { capture: true });
      startAfterPaint();
    }
    restsAt = position;
  }
  function startAfterPaint() {
    shown.then(start);
  }
  function startWhenIdle() {
    loadIfKnown();
    setTimeout(function () {
      // Safari has none. Without a timeout it never runs while the main thread always has a task.
      if (window.requestIdleCallback) requestIdleCallback(startAfterPaint, { timeout: 5000 });
      else startAfterPaint();
    }, 5000);
  }

  // A crud is on the page until the millisecond of its expiry, with and without the program, which then shows what follows.
  function removeExpired() {
    var data = JSON.parse(document.getElementById('cruddur-page').textContent);
    var navigation = performance.getEntriesByType('navigation')[0] || {};
    var age = (navigation.serverTiming || []).find(function (metric) {
      return metric.name === 'age';
    });
    // As src/clock/server-clock.ts computes it: the server read its clock halfway between request and answer.
    var answered =
      performance.timeOrigin + ((navigation.requestStart || 0) + (navigation.responseStart || 0)) / 2;
    var offset = data.now + (age ? age.duration : 5000) - answered;
    check();
    function check() {
      // The program has begun to hydrate the page, and removes them itself.
      if (!page.onclick) return;
      var next = 60000;
      document.querySelectorAll('article .time-left time').forEach(function (time) {
        var left = Date.parse(time.dateTime) - Date.now() - offset;
        if (left > 0) {
          next = Math.min(next, left);
          return;
        }
        var crud = time.closest('article');
        // The page of a crud ends with it.
        (crud.matches('.post') ? crud.parentElement : crud).dataset.expired = '';
        startAfterPaint();
      });
      setTimeout(check, next);
    }
  }
})();
