export const APPEARANCES = ['dark', 'light', 'system'] as const;
export type Appearance = (typeof APPEARANCES)[number];

/** Also read by page/before-paint.js, before the first paint. */
export const APPEARANCE_KEY = 'appearance';

/** What was chosen in this browser; dark until somebody chooses. */
export function readStoredAppearance(): Appearance {
  const stored = localStorage.getItem(APPEARANCE_KEY);
  return APPEARANCES.find((appearance) => appearance === stored) ?? 'dark';
}

/** What the system draws around the page: `--bg` of either theme. */
const BROWSER_THEME_COLORS = { dark: '#08040e', light: '#f3eefa' };

/** Shows an appearance in this tab without storing it: for changes that come from another tab. */
export function applyAppearance(appearance: Appearance): void {
  document.documentElement.dataset.theme = appearance;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = meta.media.includes('light') ? 'light' : 'dark';
    meta.content = BROWSER_THEME_COLORS[appearance === 'system' ? own : appearance];
  }
}

export function storeAppearance(appearance: Appearance): void {
  localStorage.setItem(APPEARANCE_KEY, appearance);
  applyAppearance(appearance);
}
