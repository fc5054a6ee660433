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
import type { AvatarStorage } from '../domain/ports.ts';
import { contentTypeOf } from '../domain/avatars/ports.ts';

export interface S3AvatarsSettings {
  bucket: string;
  region: string;
  /** For MinIO and similar servers; by default Amazon's. */
  endpoint?: string | undefined;
  /** By default the SDK's chain: a role, a profile, environment variables. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
}

export function createS3Client({ region, endpoint, credentials }: S3AvatarsSettings): S3Client {
  return new S3Client({
    region,
    // The SDK would sign the checksum of an empty body, and the browser's PUT would be refused.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A bucket that does not answer must not delay other pictures.
    requestHandler: { connectionTimeout: 2000, requestTimeout: 10_000, throwOnRequestTimeout: true },
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
  });
}

/** Stores pictures in a bucket. Clients upload originals to it; processed pictures are read through this program. */
export function createS3Avatars(client: S3Client, bucket: string): AvatarStorage {
  const originalAt = (key: string) => ({ Bucket: bucket, Key: `avatars/uploads/${key}` });
  const pictureAt = (id: string) => ({ Bucket: bucket, Key: `avatars/processed/${id}.jpg` });
  const remove = async (object: { Bucket: string; Key: string }) => {
    await client.send(new DeleteObjectCommand(object));
  };
  const bytesAt = (object: { Bucket: string; Key: string }) =>
    orMissing(async () => {
      const { Body } = await client.send(new GetObjectCommand(object));
      return Body ? Buffer.from(await Body.transformToByteArray()) : null;
    });

  return {
    createUploadUrl: (key, extension, size) =>
      getSignedUrl(
        client,
        new PutObjectCommand({
          ...originalAt(key),
          ContentType: contentTypeOf(extension),
          ...(size !== undefined && { ContentLength: size }),
        }),
        // Signed headers bind the address to one type and, when it is known, one length.
        { expiresIn: AVATAR_URL_SECONDS, signableHeaders: new Set(['content-type', 'content-length']) },
      ),
    readOriginal: async (key) => {
      // An address that was requested without a length accepts any, so the size is checked before the download.
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

async function orMissing<T>(request: () => Promise<T>): Promise<T | null> {
  try {
    return await request();
  } catch (failure) {
    if (failure instanceof S3ServiceException && failure.$metadata.httpStatusCode === 404) return null;
    throw failure;
  }
}
