import type { Appearance } from '../ui/theme.ts';

/** The data attributes of the root element, which the server's page, before-paint.ts, the program and the style sheets share. */
export interface PageState {
  theme?: Appearance;
  passkeys?: 'none';
  shortcuts?: 'on' | 'off';
  /** The layout of an auth page. */
  frame?: 'auth';
  /** Set by the server for a page that it has not rendered. */
  clientRendered?: 'frame' | 'blank';
  /** Set by the server for a page that can be read without the program. */
  hydrate?: 'on-intent';
  /** What is shown until the program has rendered the page. */
  waiting?: 'frame' | 'blank';
  unpacking?: '';
  /** On a slow line, until a member's first content: the display face is not loaded. */
  plain?: '';
  /** The program is to run. */
  wanted?: '';
  /** The characters that were typed before hydration. */
  keys?: string;
  /** An auth form was submitted before hydration. */
  submitted?: '';
}

export const pageState = (): PageState => document.documentElement.dataset;
