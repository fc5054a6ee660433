import {
  PAGE_DATA_ID,
  PAGE_STYLES_ID,
  type ClientConfig,
  type MadePage,
  type PageData,
  type PageMaker,
} from '@cruddur/shared';
import type { RequestHandler } from 'express';
import type { Clock } from '../../domain/clock.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Limiter } from '../rate-limits.ts';
import { contentPolicy, type SecuritySettings } from '../security-headers.ts';
import { dataBlock } from './escape.ts';
import { inlineHashes } from './inline-hashes.ts';
import { contentOf, statusOf, type PageUseCases } from './page-content.ts';
import { placeOf, type PagePlace } from './page-place.ts';
import type { FillPage, PageParts } from './page-template.ts';
import { shareCard } from './share-card.ts';

export interface SitePageDeps {
  fill: FillPage;
  /** Null when the build has none: then browsers make all pages. */
  maker: PageMaker | null;
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
export function sitePage(deps: SitePageDeps): RequestHandler {
  const { useCases, limiter, clock, settings, publicUrl } = deps;
  return async (request, response, next) => {
    response.locals.route = 'page';
    await limiter.byAddress(request.ip ?? '', 'read');
    const path = decodeURIComponent(request.path);
    const place = placeOf(path);
    const content = await contentOf(useCases, place);
    const data = { now: clock.now().getTime(), content };
    // Back from the hosted pages, it is not known yet who is here.
    const isVisitors = request.query.state === undefined;
    const made = isVisitors ? await make(deps, place, { address: request.url, data }) : null;
    const card = shareCard(content, { origin: publicUrl(), path });
    const html = deps.fill(made ? partsOf(deps, { made, data, card }) : unmade(place, card));
    response
      .status(statusOf(place, content))
      // Whatever keeps no copy keeps none beyond the end of a crud.
      .set('Cache-Control', content === null ? 'no-cache' : 'no-store')
      .type('html');
    contentPolicy(settings, inlineHashes(html))(request, response, (failure?: unknown) => {
      if (failure) next(failure);
      else response.send(html);
    });
  };
}

/** Null for pages that only the browser can make; a fault costs the first paint, not the page. */
async function make(
  { maker, logger, settings }: SitePageDeps,
  { kind }: PagePlace,
  { address, data }: { address: string; data: PageData },
): Promise<MadePage | null> {
  if (!maker || kind === 'own') return null;
  try {
    return await maker.makePage(address, data, settings.clientConfig);
  } catch (error) {
    logger.warn({ error }, 'a page could not be made');
    return null;
  }
}

interface Made {
  made: MadePage;
  data: PageData;
  card: string;
}

function partsOf({ preloadsOf }: SitePageDeps, { made, data, card }: Made): PageParts {
  const { title, html, styles, code } = made;
  const head = [
    card,
    dataBlock(PAGE_DATA_ID, data),
    styles && `<style id="${PAGE_STYLES_ID}">${styles}</style>`,
  ];
  return {
    title,
    head: head.filter(Boolean).join('\n    '),
    links: preloadsOf(code),
    root: html,
    unmade: null,
  };
}

function unmade({ kind }: PagePlace, card: string): PageParts {
  return { title: 'Cruddur', head: card, links: '', root: '', unmade: kind === 'gate' ? 'blank' : 'frame' };
}
