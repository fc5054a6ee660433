// Runs before the first paint, so the page never flashes in the wrong theme, nor as a visitor's to somebody signed in.
// Agrees with src/components/theme.ts, src/identity/session-store.ts and src/page/made-page.ts.
(function () {
  var page = document.documentElement;
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
})();
