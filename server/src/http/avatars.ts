import { createHash } from 'node:crypto';
import { AVATAR_MAX_BYTES } from '@cruddur/shared';
import express, { Router, type Request } from 'express';
import type { ReceiveUpload } from '../domain/avatars/receive-upload.ts';
import type { SignedPut } from '../domain/avatars/ports.ts';
import { Refusal } from '../domain/errors.ts';
import type { AvatarStorage } from '../domain/ports.ts';
import { only } from './only.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';
/** Without a version the address stays the same when the picture changes. */
const ASK_AGAIN = 'public, no-cache';

export interface AvatarDeps {
  avatars: Pick<AvatarStorage, 'processed'>;
  /** Present when upload addresses lead to this program. */
  receiveUpload?: ReceiveUpload | undefined;
}

/** Pictures for everybody, and the door for new ones. */
export function avatarRoutes({ avatars, receiveUpload }: AvatarDeps): Router {
  const router = Router();

  router.get('/processed/:file', async (request, response) => {
    response.locals.route = 'avatarPicture';
    const id = /^([A-Za-z0-9-]{1,64})\.jpg$/.exec(request.params.file)?.[1];
    const picture = id === undefined ? null : await avatars.processed(id);
    if (!picture) throw new Refusal('generic_404');
    response.set('ETag', `"${createHash('sha256').update(picture).digest('base64url').slice(0, 27)}"`);
    response.set('Cache-Control', request.query.v === undefined ? ASK_AGAIN : FOR_EVER);
    response.set('Cross-Origin-Resource-Policy', 'cross-origin');
    response.type('jpg').send(picture);
  });
  router.all('/processed/:file', only('GET', 'HEAD'));

  if (receiveUpload) {
    const bytes = express.raw({ type: () => true, limit: AVATAR_MAX_BYTES, inflate: false });
    router.put(
      '/uploads/:key',
      async (request, response, next) => {
        response.locals.route = 'avatarUpload';
        await receiveUpload.check(signedPut(request));
        next();
      },
      bytes,
      async (request, response) => {
        const body: unknown = request.body;
        await receiveUpload.receive(signedPut(request), Buffer.isBuffer(body) ? body : Buffer.alloc(0));
        response.status(200).end();
      },
    );
    router.all('/uploads/:key', only('PUT'));
  }
  return router;
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
