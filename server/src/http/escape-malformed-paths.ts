import type { RequestHandler } from 'express';

/** Where calls are answered, which are told what is wrong with them. */
const API_PATHS = /^\/(api|avatars)(\/|$)/;

/**
 * People mistype addresses too. Where one of theirs cannot be decoded, its percent signs count as themselves, as the browser's
 * router has it: then it is the address of something that there is not, and has that page.
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
