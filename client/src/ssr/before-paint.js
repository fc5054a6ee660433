// Inlined in every page; runs before its first paint. Must agree with src/ui/theme.ts, src/auth/session/session-store.ts,
// src/ssr/server-rendered-page.ts, src/ssr/early-press.ts, vite/inline.ts and styles/loading-shell.css.
(function () {
  var page = document.documentElement;
  // The theme does not flash, nor is somebody signed in shown a visitor's page.
  var isKnown = false;
  page.dataset.theme = 'dark';
  try {
    var appearance = localStorage.getItem('appearance');
    if (appearance === 'light' || appearance === 'system') page.dataset.theme = appearance;
    isKnown = Boolean(localStorage.getItem('access_token'));
  } catch {
    // A browser that keeps nothing knows nobody.
  }
  // Must agree with src/auth/identity-provider.ts.
  if (typeof PublicKeyCredential !== 'function') page.dataset.passkeys = 'none';
  var waiting = isKnown ? 'frame' : page.dataset.clientRendered;
  if (waiting) page.dataset.waiting = waiting;
  // A press that only the program can answer waits for it, unless another one follows elsewhere.
  var pressed = null;
  page.onclick = function (event) {
    if (pressed) delete pressed.dataset.pressed;
    pressed = event.target.closest('button, [aria-haspopup]');
    if (!pressed) return;
    // What a key presses counts no clicks.
    pressed.dataset.pressed = event.detail ? 'pointer' : 'key';
    if (pressed.ariaHasPopup) event.preventDefault();
  };
  // Menus open at it too.
  page.onkeydown = function (event) {
    if (event.key === 'ArrowDown' && event.target.ariaHasPopup === 'menu') page.onclick(event);
  };
  // While Vite serves the page, its program is there already.
  var program = document.getElementById('program');
  function begin() {
    if (program) document.head.append(document.importNode(program.content, true));
  }
  // It shares line and processor with the first paint only where somebody waits for it.
  if (waiting) begin();
  function show() {
    delete page.dataset.unpacking;
    if (waiting) return;
    // A page that nobody sees is not painted. In the second frame, the first one is on its way to the screen.
    if (document.visibilityState === 'hidden') begin();
    else
      requestAnimationFrame(function () {
        requestAnimationFrame(function () {
          setTimeout(begin);
        });
      });
  }
  // The letters came with the styles above: they only have to be unpacked, and would break the lines anew a moment later. Neither
  // is half a page shown, which what follows would move.
  page.dataset.unpacking = '';
  var letters = document.fonts.load('1em "Figtree Variable"');
  var parsed = new Promise(function (resolve) {
    document.addEventListener('readystatechange', resolve, { once: true });
  });
  Promise.allSettled([letters, parsed]).then(show);
})();
