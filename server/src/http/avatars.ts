import { AVATAR_MAX_BYTES, isUuid } from '@cruddur/shared';
import { Router, type Request } from 'express';
import type { Picture, PictureCache } from '../domain/avatars/picture-cache.ts';
import type { ReceiveUpload } from '../domain/avatars/receive-upload.ts';
import type { SignedPut } from '../domain/avatars/ports.ts';
import { Refusal } from '../domain/errors.ts';
import type { Limiter } from './rate-limits.ts';
import { readChunks } from './read-bytes.ts';
import { allowOnly } from './error-handler.ts';

const CACHE_FOREVER = 'public, max-age=31536000, immutable';
/** For addresses whose picture may change: without a version, or with a version that is not the current one. */
const REVALIDATE = 'public, no-cache';

export interface AvatarDeps {
  pictureCache: PictureCache;
  limiter: Limiter;
  /** Set when upload addresses lead to this program. */
  receiveUpload?: ReceiveUpload | undefined;
}

/** Processed pictures, readable without a token, and signed uploads. */
export function createAvatarRoutes({ pictureCache, limiter, receiveUpload }: AvatarDeps): Router {
  const router = Router();

  router.get('/processed/:file', async (request, response) => {
    response.locals.route = 'avatarPicture';
    const { v } = request.query;
    const beforeLookUp = () => limiter.consumeByAddress(request.ip ?? '', 'public');
    const picture = await findPicture(pictureCache, request.params.file, {
      version: versionOf(v),
      beforeLookUp,
    });
    response.set('ETag', `"${picture.hash}"`);
    response.set('Cache-Control', v === String(picture.version) ? CACHE_FOREVER : REVALIDATE);
    response.set('Content-Disposition', 'inline; filename="picture.jpg"');
    response.set('Cross-Origin-Resource-Policy', 'cross-origin');
    response.type('jpg').send(picture.bytes);
  });
  router.all('/processed/:file', allowOnly('GET', 'HEAD'));

  if (receiveUpload) {
    router.put('/uploads/:key', async (request, response) => {
      response.locals.route = 'avatarUpload';
      await limiter.consumeByAddress(request.ip ?? '', 'public');
      await receiveUpload(signedPut(request), () => readChunks(request, response, AVATAR_MAX_BYTES));
      response.status(200).end();
    });
    router.all('/uploads/:key', allowOnly('PUT'));
  }
  return router;
}

/** @throws Refusal generic_404 */
async function findPicture(
  pictures: PictureCache,
  file: string,
  options: Parameters<PictureCache['find']>[1],
): Promise<Picture> {
  const sub = file.replace(/\.jpg$/, '');
  // In lower case only: another spelling of the same id would be cached as another picture.
  const isPictureFile = file === `${sub.toLowerCase()}.jpg` && isUuid(sub);
  const picture = isPictureFile ? await pictures.find(sub, options) : null;
  if (!picture) throw new Refusal('generic_404');
  return picture;
}

function versionOf(text: unknown): number | null {
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function signedPut(request: Request): SignedPut {
  const { key } = request.params;
  const { expires, signature } = request.query;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    key: text(key),
    contentType: request.get('content-type') ?? '',
    expires: text(expires),
    signature: text(signature),
  };
}
