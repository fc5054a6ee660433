// Stands in every page and runs before its first paint. Agrees with src/components/theme.ts,
// src/identity/session-store.ts, src/page/made-page.ts, vite/inline.ts and styles/waiting.css.
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
  var waiting = isKnown ? 'frame' : page.dataset.unmade;
  if (waiting) page.dataset.waiting = waiting;
  // The letters came with the styles above: they only have to be unpacked, and would break the lines anew a moment later.
  function show() {
    delete page.dataset.unpacking;
  }
  page.dataset.unpacking = '';
  var letters = document.fonts.load('1em "Figtree Variable"').then(show, show);

  // While Vite serves the page, its program is there already.
  var program = document.getElementById('program');
  if (!program) return;
  function begin() {
    document.head.append(document.importNode(program.content, true));
  }
  // It shares line and processor with the first paint only where somebody waits for it.
  if (waiting) begin();
  else
    document.addEventListener('DOMContentLoaded', function () {
      // A page that nobody sees is not painted.
      if (document.visibilityState === 'hidden') begin();
      else
        letters.then(function () {
          // In the second frame, the first one is on its way to the screen.
          requestAnimationFrame(function () {
            requestAnimationFrame(function () {
              setTimeout(begin);
            });
          });
        });
    });
})();
