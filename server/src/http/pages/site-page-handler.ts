import {
  PAGE_DATA_ID,
  PAGE_STYLES_ID,
  type ClientConfig,
  type RenderedPage,
  type PageData,
  type PageRenderer,
} from '@cruddur/shared';
import type { RequestHandler } from 'express';
import type { Clock } from '../../domain/clock.ts';
import { describeFailure } from '../../domain/describe-failure.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Limiter } from '../rate-limits.ts';
import { contentPolicy, type SecuritySettings } from '../security-headers.ts';
import { renderDataBlock } from './data-block.ts';
import { hashSource, type InlineHashes } from './inline-hashes.ts';
import { loadPageContent, pageStatusOf, type PageUseCases } from './page-content.ts';
import { matchPage, type MatchedPage } from './match-page.ts';
import type { PageParts, PageTemplate } from './page-template.ts';
import { renderShareCard } from './share-card.ts';

export interface SitePageDeps {
  template: PageTemplate;
  /** Null when the build has none: then browsers make all pages. */
  renderer: PageRenderer | null;
  /** Links to the code of a screen. */
  preloadsOf: (code: string | null) => string;
  useCases: PageUseCases;
  limiter: Limiter;
  clock: Clock;
  logger: Logger;
  settings: SecuritySettings & { clientConfig: Partial<ClientConfig> };
  /** The site as people reach it. */
  publicUrl: () => string;
}

/** Any page of the site: made here for visitors wherever it says the same to all of them. */
export function createSitePageHandler(deps: SitePageDeps): RequestHandler {
  const { useCases, limiter, clock, settings, publicUrl } = deps;
  return async (request, response, next) => {
    response.locals.route = 'page';
    await limiter.consumeByAddress(request.ip ?? '', 'read');
    const page = matchPage(request.path);
    const content = await loadPageContent(useCases, page);
    const data = { now: clock.now().getTime(), content };
    // Back from the hosted pages, it is not known yet who is here.
    const isVisitor = request.query.state === undefined;
    const rendered = isVisitor ? await renderForVisitor(deps, page, { address: request.url, data }) : null;
    const card = renderShareCard(content, { origin: publicUrl(), path: decodeURIComponent(request.path) });
    const html = deps.template.fill(
      rendered ? serverRenderedParts(deps, { rendered, data, card }) : clientRenderedParts(page, card),
    );
    response
      .status(pageStatusOf(page, content))
      // Whatever keeps no copy keeps none beyond the end of a crud.
      .set('Cache-Control', content === null ? 'no-cache' : 'no-store')
      .type('html');
    contentPolicy(settings, inlineSources(deps.template.inline, rendered))(
      request,
      response,
      (failure?: unknown) => {
        if (failure) next(failure);
        else response.send(html);
      },
    );
  };
}

/** Null for pages that only the browser can make; a fault costs the first paint, not the page. */
async function renderForVisitor(
  { renderer, logger, settings }: SitePageDeps,
  { kind }: MatchedPage,
  { address, data }: { address: string; data: PageData },
): Promise<RenderedPage | null> {
  if (!renderer || kind === 'personal') return null;
  try {
    return await renderer.renderPage(address, data, settings.clientConfig);
  } catch (error) {
    logger.warn(describeFailure(error), 'a page could not be made');
    return null;
  }
}

/** What the build brings, and the sheet that was made for this page. */
function inlineSources({ scripts, styles }: InlineHashes, made: RenderedPage | null): InlineHashes {
  return { scripts, styles: made?.styles ? [hashSource(made.styles), ...styles] : styles };
}

interface RenderedContent {
  rendered: RenderedPage;
  data: PageData;
  card: string;
}

function serverRenderedParts(
  { preloadsOf }: SitePageDeps,
  { rendered, data, card }: RenderedContent,
): PageParts {
  const { title, html, styles, screenModule } = rendered;
  const head = [
    card,
    renderDataBlock(PAGE_DATA_ID, data),
    styles && `<style id="${PAGE_STYLES_ID}">${styles}</style>`,
  ];
  return {
    title,
    head: head.filter(Boolean).join('\n    '),
    links: preloadsOf(screenModule),
    root: html,
    clientRendered: null,
  };
}

function clientRenderedParts({ kind }: MatchedPage, card: string): PageParts {
  return {
    title: 'Cruddur',
    head: card,
    links: '',
    root: '',
    clientRendered: kind === 'auth' ? 'blank' : 'frame',
  };
}
