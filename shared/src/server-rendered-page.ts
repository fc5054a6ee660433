import type { ClientConfig } from './client-config.ts';
import type { Routes } from './routes.ts';
import type { OutputOf } from './endpoints.ts';
import type { StreamCursors } from './stream/cursor.ts';

/** The element ids of a page: the template of the program's elements, and what is shown until the program has rendered the page. */
export const PROGRAM_TEMPLATE_ID = 'program';
export const LOADING_SHELL_ID = 'waiting';
/** Those of a server-rendered page: the `application/json` block with its data, and the styles of its elements. */
export const PAGE_DATA_ID = 'cruddur-page';
export const PAGE_STYLES_ID = 'cruddur-page-styles';

/**
 * How long a server-rendered page is served while its content is the same: as long as an open page shows an age before it refreshes
 * it. The data of the page states the time of its rendering.
 */
export const PAGE_MAX_AGE_MS = 10_000;
/** The same for the home page, which need not show the newest crud at once. */
export const HOME_MAX_AGE_MS = 30_000;
/** The metric of the `Server-Timing` header that states the time since the rendering, in milliseconds. */
export const PAGE_AGE_METRIC = 'age';

/** The answer to a visitor's call, as far as a page needs it: data, or the refusal. */
export type PageAnswer<Data> =
  | { ok: true; data: Data; next: string | null; cursors: StreamCursors | null }
  | { ok: false; status: number; codes: readonly string[] };

/** The content of a server-rendered page, with the parameters of the page's URL. */
export type PageContent =
  | { kind: 'home'; answer: PageAnswer<OutputOf<Routes['newestCruds']>> }
  | { kind: 'profile'; handle: string; answer: PageAnswer<OutputOf<Routes['profilePage']>> }
  | {
      kind: 'post';
      handle: string;
      activity_uuid: string;
      answer: PageAnswer<OutputOf<Routes['singlePost']>>;
    };

/** How long a page with this content is served, in milliseconds. */
export function maxAgeOf(content: PageContent | null): number {
  return content?.kind === 'home' ? HOME_MAX_AGE_MS : PAGE_MAX_AGE_MS;
}

/** The data of a server-rendered page. The client hydrates with the same data and must render the same markup. */
export interface PageData {
  /** When the page was rendered, in epoch milliseconds by the server's clock. */
  now: number;
  content: PageContent | null;
}

export interface RenderedPage {
  title: string;
  /** The markup of the page's root element, without `style` attributes, which the content security policy blocks. */
  html: string;
  /** The style rules that replace those attributes; may be empty. */
  styles: string;
  /** The source file of the screen, its key in the build's manifest; null when its chunk is not preloaded. */
  screenModule: string | null;
}

/** The server-side rendering of a built client, `.server/render-page.mjs`. */
export interface PageRenderer {
  /** Renders a screen for a visitor. @param address path and query @param config the client settings that the page carries */
  renderPage(address: string, data: PageData, config: Partial<ClientConfig>): Promise<RenderedPage>;
  /** The placeholder markup of a page that the server does not render, shown until the client has loaded. */
  loadingShell: string;
}

/** A message to the worker thread that renders pages, `.server/render-worker.mjs`, which gets one at a time. */
export interface RenderRequest {
  address: string;
  data: PageData;
  config: Partial<ClientConfig>;
}

/** Its answer. */
export type RenderAnswer = { page: RenderedPage } | { failure: string };
