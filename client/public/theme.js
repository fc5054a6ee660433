// Runs before the first paint, so the page never flashes in the wrong theme. Agrees with src/components/theme.ts.
(function () {
  try {
    var appearance = localStorage.getItem('appearance');
    document.documentElement.dataset.theme =
      appearance === 'light' || appearance === 'system' ? appearance : 'dark';
  } catch {
    document.documentElement.dataset.theme = 'dark';
  }
})();
