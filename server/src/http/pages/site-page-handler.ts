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
  /** Null when the build has none: then browsers render all pages. */
  renderer: PageRenderer | null;
  /** Preload links of a screen's module. */
  preloadsOf: (screenModule: string | null) => string;
  useCases: PageUseCases;
  limiter: Limiter;
  clock: Clock;
  logger: Logger;
  settings: SecuritySettings & { clientConfig: Partial<ClientConfig> };
  /** The public origin of the site. */
  publicUrl: () => string;
}

/** Any page of the site. A page that is the same for all visitors is rendered here. */
export function createSitePageHandler(deps: SitePageDeps): RequestHandler {
  const { useCases, limiter, clock, settings, publicUrl } = deps;
  return async (request, response, next) => {
    response.locals.route = 'page';
    await limiter.consumeByAddress(request.ip ?? '', 'read');
    const page = matchPage(request.path);
    const content = await loadPageContent(useCases, page);
    const data = { now: clock.now().getTime(), content };
    // A return from the hosted pages: the browser finishes the sign-in before the viewer is known.
    const isVisitor = request.query.state === undefined;
    const rendered = isVisitor ? await renderForVisitor(deps, page, { address: request.url, data }) : null;
    const card = renderShareCard(content, { origin: publicUrl(), path: decodeURIComponent(request.path) });
    const html = deps.template.fill(
      rendered ? serverRenderedParts(deps, { rendered, data, card }) : clientRenderedParts(page, card),
    );
    response
      .status(pageStatusOf(page, content))
      // A stored copy could outlive a crud.
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

/** Null for pages that only the browser can render. A failure costs the first paint and not the page. */
async function renderForVisitor(
  { renderer, logger, settings }: SitePageDeps,
  { kind }: MatchedPage,
  { address, data }: { address: string; data: PageData },
): Promise<RenderedPage | null> {
  if (!renderer || kind === 'personal') return null;
  try {
    return await renderer.renderPage(address, data, settings.clientConfig);
  } catch (error) {
    logger.warn(describeFailure(error), 'a page could not be rendered');
    return null;
  }
}

/** The inline content of the build, and the style sheet of this page. */
function inlineSources({ scripts, styles }: InlineHashes, rendered: RenderedPage | null): InlineHashes {
  return { scripts, styles: rendered?.styles ? [hashSource(rendered.styles), ...styles] : styles };
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
