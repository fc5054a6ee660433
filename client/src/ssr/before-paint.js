// Inlined in every page; runs before its first paint. Must agree with src/ui/theme.ts, src/auth/session/session-store.ts,
// src/ssr/server-rendered-page.ts, src/ssr/loading-shell.tsx, vite/inline.ts and styles/loading-shell.css.
(function () {
  var page = document.documentElement;
  // Neither another theme nor, with a session, the visitor's page is ever painted.
  var hasSession = false;
  page.dataset.theme = 'dark';
  try {
    var appearance = localStorage.getItem('appearance');
    if (appearance === 'light' || appearance === 'system') page.dataset.theme = appearance;
    hasSession = Boolean(localStorage.getItem('access_token'));
  } catch {
    // Without storage there is no session.
  }
  // Must agree with src/auth/identity-provider.ts.
  if (typeof PublicKeyCredential !== 'function') page.dataset.passkeys = 'none';
  var waiting = hasSession ? 'frame' : page.dataset.clientRendered;
  if (waiting) page.dataset.waiting = waiting;
  // The last press on a control is kept, and replayed after hydration.
  var pressed = null;
  page.onclick = function (event) {
    if (pressed) delete pressed.dataset.pressed;
    pressed = event.target.closest('button, [aria-haspopup]');
    if (!pressed) return;
    // A click by key has detail 0.
    pressed.dataset.pressed = event.detail ? 'pointer' : 'key';
    if (pressed.ariaHasPopup) event.preventDefault();
  };
  // This key opens menus too.
  page.onkeydown = function (event) {
    if (event.key === 'ArrowDown' && event.target.ariaHasPopup === 'menu') page.onclick(event);
  };
  // Absent while Vite serves the page.
  var program = document.getElementById('program');
  function start() {
    if (program) document.head.append(document.importNode(program.content, true));
  }
  // A server-rendered page is painted first: its scripts would delay the paint.
  if (waiting) start();
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
  function show() {
    if (waiting) fitShell();
    delete page.dataset.unpacking;
    if (waiting) return;
    // A hidden page has no frames. The second frame begins after the first paint.
    if (document.visibilityState === 'hidden') start();
    else
      requestAnimationFrame(function () {
        requestAnimationFrame(function () {
          setTimeout(start);
        });
      });
  }
  // Hidden until the inlined font is decoded and the page is parsed: either would shift the layout later.
  page.dataset.unpacking = '';
  var font = document.fonts.load('1em "Figtree Variable"');
  var parsed = new Promise(function (resolve) {
    document.addEventListener('readystatechange', resolve, { once: true });
  });
  Promise.allSettled([font, parsed]).then(show);
})();
