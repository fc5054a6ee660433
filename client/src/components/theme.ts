export const APPEARANCES = ['dark', 'light', 'system'] as const;
export type Appearance = (typeof APPEARANCES)[number];

/** Also read by page/before-paint.js, before the first paint. */
export const APPEARANCE_KEY = 'appearance';

/** What was chosen in this browser; dark until somebody chooses. */
export function storedAppearance(): Appearance {
  const stored = localStorage.getItem(APPEARANCE_KEY);
  return APPEARANCES.find((appearance) => appearance === stored) ?? 'dark';
}

/** What the system draws around the page: `--bg` of either theme. */
const SURROUNDINGS = { dark: '#08040e', light: '#f3eefa' };

/** Shows an appearance in this tab without storing it: for changes that come from another tab. */
export function showAppearance(appearance: Appearance): void {
  document.documentElement.dataset.theme = appearance;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = meta.media.includes('light') ? 'light' : 'dark';
    meta.content = SURROUNDINGS[appearance === 'system' ? own : appearance];
  }
}

export function chooseAppearance(appearance: Appearance): void {
  localStorage.setItem(APPEARANCE_KEY, appearance);
  showAppearance(appearance);
}
