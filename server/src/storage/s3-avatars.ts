import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { AVATAR_MAX_BYTES, AVATAR_URL_SECONDS } from '@cruddur/shared';
import { contentTypeOf } from '../domain/avatars/content-type.ts';
import type { AvatarStorage } from '../domain/ports.ts';

export interface S3AvatarsSettings {
  bucket: string;
  region: string;
  /** For MinIO and the like; Amazon's own when left out. */
  endpoint?: string | undefined;
  /** Left out, the environment's own: a role, a profile, variables. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
}

export function createS3Client({ region, endpoint, credentials }: S3AvatarsSettings): S3Client {
  return new S3Client({
    region,
    // A checksum in the signed address would fit no bytes but empty ones, and a browser's PUT would be refused.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A bucket that does not answer must not hold up the pictures behind it.
    requestHandler: { connectionTimeout: 2000, requestTimeout: 10_000, throwOnRequestTimeout: true },
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
  });
}

/** Pictures in a bucket: clients put originals there themselves, everybody gets the processed ones through this program. */
export function createS3Avatars(client: S3Client, bucket: string): AvatarStorage {
  const originalAt = (key: string) => ({ Bucket: bucket, Key: `avatars/uploads/${key}` });
  const pictureAt = (id: string) => ({ Bucket: bucket, Key: `avatars/processed/${id}.jpg` });
  const remove = async (place: { Bucket: string; Key: string }) => {
    await client.send(new DeleteObjectCommand(place));
  };
  const bytesAt = (place: { Bucket: string; Key: string }) =>
    orMissing(async () => {
      const { Body } = await client.send(new GetObjectCommand(place));
      return Body ? Buffer.from(await Body.transformToByteArray()) : null;
    });

  return {
    createUploadUrl: (key, extension, size) =>
      getSignedUrl(
        client,
        new PutObjectCommand({
          ...{ ...originalAt(key), ContentType: contentTypeOf(extension) },
          ...(size !== undefined && { ContentLength: size }),
        }),
        // Signed, so the address fits this one type, and this one length.
        { expiresIn: AVATAR_URL_SECONDS, signableHeaders: new Set(['content-type', 'content-length']) },
      ),
    readOriginal: async (key) => {
      // A client that did not tell the length got an address that fits any: look before fetching.
      const head = await orMissing(() => client.send(new HeadObjectCommand(originalAt(key))));
      if (!head) return null;
      if ((head.ContentLength ?? Infinity) <= AVATAR_MAX_BYTES) return bytesAt(originalAt(key));
      await remove(originalAt(key));
      return null;
    },
    removeOriginal: (key) => remove(originalAt(key)),
    writeProcessed: async (id, jpeg) => {
      const object = { ...pictureAt(id), Body: jpeg, ContentType: 'image/jpeg' };
      await client.send(new PutObjectCommand(object));
    },
    readProcessed: (id) => bytesAt(pictureAt(id)),
    removeProcessed: (id) => remove(pictureAt(id)),
  };
}

async function orMissing<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (failure) {
    if (failure instanceof S3ServiceException && failure.$metadata.httpStatusCode === 404) return null;
    throw failure;
  }
}
