import type { ClientConfig } from './client-config.ts';
import type { StreamCursors } from './cursor.ts';
import type { OutputOf } from './route-table.ts';
import type { Routes } from './routes.ts';

/** The ids of the `application/json` block with what a page was made from, and of the styles of its elements. */
export const PAGE_DATA_ID = 'cruddur-page';
export const PAGE_STYLES_ID = 'cruddur-page-styles';

/** What a visitor's call was answered, as far as a page needs it: data, or the refusal. */
export type PageAnswer<Data> =
  | { ok: true; data: Data; next: string | null; cursors: StreamCursors | null }
  | { ok: false; status: number; codes: readonly string[] };

/** What stands on a page beside its own words, and the address by which it was asked for. */
export type PageContent =
  | { kind: 'profile'; handle: string; answer: PageAnswer<OutputOf<Routes['profilePage']>> }
  | {
      kind: 'post';
      handle: string;
      activity_uuid: string;
      answer: PageAnswer<OutputOf<Routes['singlePost']>>;
    };

/** What a page is made from. The browser's program gets the same and makes the same of it. */
export interface PageData {
  /** Epoch milliseconds by the server. */
  now: number;
  content: PageContent | null;
}

export interface RenderedPage {
  title: string;
  /** What stands in the page's root. It has no `style` attributes, which the content policy would refuse. */
  html: string;
  /** The rules of those attributes; empty when there are none. */
  styles: string;
  /** The source file of the screen, by which the build's manifest knows its code; null when nobody needs to hurry. */
  screenModule: string | null;
}

/** The client's program as the server sees it, `.server/render-page.mjs` of a built client. */
export interface PageRenderer {
  /** Renders a screen for a visitor. @param address path and query @param config what the page carries for the browser's program */
  renderPage(address: string, data: PageData, config: Partial<ClientConfig>): Promise<RenderedPage>;
  /** What stands there while the browser's program is on its way, for people whose page cannot be made before. */
  loadingShell: string;
}
