import type { RequestHandler } from 'express';

/** Calls get an error for a malformed path. */
const API_PATHS = /^\/(api|avatars)(\/|$)/;

/**
 * Escapes the percent signs of a page's path that cannot be decoded, as the browser's router does: a mistyped address then gets
 * the page for unknown addresses instead of an error.
 */
export const escapeMalformedPaths: RequestHandler = (request, _response, next) => {
  const { path } = request;
  if (!API_PATHS.test(path) && !isDecodable(path))
    request.url = request.url.replace(path, () => path.replaceAll('%', '%25'));
  next();
};

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
