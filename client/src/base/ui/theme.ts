import { localItems } from '../browser-storage.ts';

export const APPEARANCES = ['dark', 'light', 'system'] as const;
export type Appearance = (typeof APPEARANCES)[number];

/** The names of the appearances, wherever one is chosen. */
export const APPEARANCE_LABELS: Record<Appearance, string> = {
  dark: 'Dark',
  light: 'Light',
  system: 'System',
};

export const APPEARANCE_KEY = 'appearance';

/** The appearance stored in this browser; dark by default. */
export function readStoredAppearance(): Appearance {
  const stored = localItems.getItem(APPEARANCE_KEY);
  return APPEARANCES.find((appearance) => appearance === stored) ?? 'dark';
}

/** The colour of the browser's own bars: `--bg` of either theme. */
const BROWSER_THEME_COLORS = { dark: '#08040e', light: '#f3eefa' };

/** Applies an appearance without storing it, as for a change in another tab. */
export function applyAppearance(appearance: Appearance): void {
  document.documentElement.dataset.theme = appearance;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = meta.media.includes('light') ? 'light' : 'dark';
    meta.content = BROWSER_THEME_COLORS[appearance === 'system' ? own : appearance];
  }
}

export function storeAppearance(appearance: Appearance): void {
  localItems.setItem(APPEARANCE_KEY, appearance);
  applyAppearance(appearance);
}
