import {
  PAGE_DATA_ID,
  PAGE_STYLES_ID,
  pageUrls,
  type ClientConfig,
  type PageData,
  type PageRenderer,
  type RenderedPage,
} from '@cruddur/shared';
import { describeFailure } from '../../domain/describe-failure.ts';
import type { Logger } from '../../domain/logger.ts';
import { formatPagePolicy, type SecuritySettings } from '../security-headers.ts';
import type { PageAddress } from './page-address.ts';
import { createPageBody, type PageBody } from './page-body.ts';
import { pageStatusOf } from './page-content.ts';
import {
  type PageParts,
  type PageTemplate,
  hashSource,
  type InlineHashes,
  renderDataBlock,
} from './page-template.ts';
import { renderShareCard } from './share-card.ts';

export interface PageBuilderDeps {
  template: PageTemplate;
  /** Null when the build has none: then browsers render all pages. */
  renderer: PageRenderer | null;
  /** Preload links of a screen's module. */
  preloadsOf: (screenModule: string | null) => string;
  logger: Logger;
  settings: SecuritySettings & { clientConfig: Partial<ClientConfig> };
  /** The public origin of the site. */
  publicUrl: () => string;
}

/** A finished page. */
export interface BuiltPage {
  status: number;
  /** The value of `Cache-Control`. */
  cacheControl: string;
  /** The content security policy, with the hashes of the page's inline content. */
  policy: string;
  body: PageBody;
  /** False for a page that is built anew for the next request. */
  isReusable: boolean;
}

/** Pages that are built once while the program runs. Other spellings of their addresses are not, because there are many. */
const LASTING_URLS: ReadonlySet<string> = new Set(Object.values(pageUrls));

/** Builds a page of the site. A page that is the same for all visitors is server-rendered. */
export type BuildPage = (address: PageAddress, data: PageData) => Promise<BuiltPage>;

export function createPageBuilder(deps: PageBuilderDeps): BuildPage {
  const { template, settings, publicUrl } = deps;
  return async (address, data) => {
    const { url, page, path, isHostedReturn, hasQuery } = address;
    const renderer = page.kind === 'personal' || isHostedReturn ? null : deps.renderer;
    const rendered = renderer && (await renderForVisitor(deps, renderer, { address, data }));
    const card = renderShareCard(data.content, { origin: publicUrl(), path, now: data.now });
    const html = template.fill(
      rendered
        ? serverRenderedParts(deps, { rendered, page, data, card })
        : clientRenderedParts(address, card),
    );
    // A query may hold an email, and anyone can invent addresses.
    const isReusable = !hasQuery && page.kind !== 'missing' && (rendered !== null || renderer === null);
    const isLasting = isReusable && data.content === null && LASTING_URLS.has(url);
    return {
      status: pageStatusOf(page, data.content),
      // A stored copy could outlive a crud.
      cacheControl: data.content === null ? 'no-cache' : 'no-store',
      policy: formatPagePolicy(settings, inlineSources(template.inline, rendered)),
      body: await createPageBody(html, isLasting ? 'best' : 'fast'),
      isReusable,
    };
  };
}

/** Null when the renderer fails, which costs the first paint and not the page. */
async function renderForVisitor(
  { logger, settings }: PageBuilderDeps,
  renderer: PageRenderer,
  { address, data }: { address: PageAddress; data: PageData },
): Promise<RenderedPage | null> {
  try {
    return await renderer.renderPage(address.url, data, settings.clientConfig);
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
  page: PageAddress['page'];
  data: PageData;
  card: string;
}

function serverRenderedParts(
  { preloadsOf }: PageBuilderDeps,
  { rendered, page, data, card }: RenderedContent,
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
    // A form is opened to be filled in.
    hydratesOnIntent: page.kind !== 'auth',
  };
}

function clientRenderedParts({ page }: PageAddress, card: string): PageParts {
  return {
    title: 'Cruddur',
    head: card,
    links: '',
    root: '',
    clientRendered: page.kind === 'auth' ? 'blank' : 'frame',
    hydratesOnIntent: false,
  };
}
