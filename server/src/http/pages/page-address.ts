import type { Request } from 'express';
import { matchPage, type MatchedPage } from './match-page.ts';

/** A requested page. */
export interface PageAddress {
  /** Path and query, as the browser's router reads them. */
  url: string;
  /** The decoded path. */
  path: string;
  page: MatchedPage;
  hasQuery: boolean;
  /** A return from the hosted pages: the browser finishes the sign-in before the viewer is known. */
  isHostedReturn: boolean;
}

/** @throws URIError for broken escapes */
export function readPageAddress({ url, path, query }: Request): PageAddress {
  return {
    url,
    path: decodeURIComponent(path),
    page: matchPage(path),
    hasQuery: url !== path,
    isHostedReturn: query.state !== undefined,
  };
}
