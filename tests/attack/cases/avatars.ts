import { randomBytes } from 'node:crypto';
import { AVATAR_MAX_BYTES } from '@cruddur/shared';
import sharp from 'sharp';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { signUp, type TestPerson } from '../../support/people.ts';
import { until } from '../../support/until.ts';
import {
  describeMissedTarget,
  countStatus,
  formatStatuses,
  findUnexpectedStatuses,
  type AttackCase,
  type Statuses,
} from '../attack-case.ts';
import type { AttackedGateway } from '../attacked-gateway.ts';
import { putPicture, type UploadAnswer } from '../put-picture.ts';

/** PUTs to one address. */
const RIVALS = 200;
const MIN_RIVALS = 8;
const PEOPLE = 12;
/** The maximum of open addresses of a user. */
const ADDRESSES_EACH = 20;
const SLOW_MS = 6000;
const MIN_SLOW_MS = 1000;
/** A noisy picture of this width and height has a little less than 5 MB. */
const SIDE = 1300;
/**
 * A gateway accepts 64 concurrent uploads. Kept in memory they would take 320 MB, in addition to the picture that is being
 * processed.
 */
const GROWTH_MB = 160;
const SAMPLED_EVERY_MS = 50;
const PROCESSED_WITHIN_MS = 30_000;
/** Accepted; used or in use; too many of one user; too many at the gateway. */
const EXPECTED = [200, 403, 429, 503];

export const avatars: AttackCase = {
  name: 'avatars',
  description: '200 PUTs of 5 MB to one signed address and two to each of 240 others, half of them slow',
  async run(environment) {
    // Gateways with local files share a folder, as they share a store.
    await using folder = await createTempFolder();
    const { gateways } = await environment.startGateways({ DATA_DIR: folder.path });
    const urls = gateways.map(({ url }) => url);
    const people = await Promise.all(
      Array.from({ length: environment.scaled(PEOPLE) + 1 }, () => signUp(gateways[0].url)),
    );
    const [owner, ...others] = people as [TestPerson, ...TestPerson[]];
    const bytes = await noisyPicture();
    const slowMs = Math.max(MIN_SLOW_MS, environment.scaled(SLOW_MS));

    // The first picture loads the image library, which would be included in the measurement.
    const first = await Promise.all(
      urls.map(async (url) => putPicture({ ...(await addressOf(owner, url)), bytes, overMs: 0 })),
    );
    await versionOf(owner, first.length);
    const memory = await watchMemory(gateways);

    const { search, pathname } = (await addressOf(owner, urls[0] ?? '')).url;
    const rivals = await Promise.all(
      Array.from({ length: Math.max(MIN_RIVALS, environment.scaled(RIVALS)) }, (_, n) =>
        putPicture({
          url: new URL(pathname + search, urls[n % urls.length]),
          bytes,
          overMs: n % 4 < 2 ? slowMs : 0,
        }),
      ),
    );
    await versionOf(owner, first.length + 1);

    const each = Math.max(2, environment.scaled(ADDRESSES_EACH));
    const many = await Promise.all(
      others.flatMap((person) =>
        Array.from({ length: each }, () => putTwice(person, { urls, bytes, slowMs })),
      ),
    );
    const growth = memory.end();

    const answers = [...rivals, ...many.flat()];
    const statuses: Statuses = {};
    for (const { status } of answers) countStatus(statuses, status);
    const taken = (puts: readonly UploadAnswer[]) => puts.filter(({ status }) => status === 200).length;
    const doubled = many.filter((puts) => taken(puts) > 1).length;
    return {
      figures: { puts: answers.length, answers: formatStatuses(statuses), 'rss growth MB': growth },
      faults: [
        ...(taken(first) === first.length ? [] : ['an upload alone was refused']),
        ...(taken(rivals) === 1 ? [] : [`one address took ${taken(rivals)} uploads`]),
        ...(doubled === 0 ? [] : [`${doubled} addresses took two uploads`]),
        ...findUnexpectedStatuses(statuses, EXPECTED),
        ...new Set(answers.flatMap(wrongRefusal)),
      ],
      missedTargets: describeMissedTarget('rss growth in MB:', growth, GROWTH_MB),
    };
  },
};

async function noisyPicture(): Promise<Buffer> {
  const raw = { width: SIDE, height: SIDE, channels: 3 } as const;
  const picture = await sharp(randomBytes(SIDE * SIDE * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer();
  if (picture.length > AVATAR_MAX_BYTES) throw new Error(`The picture has ${picture.length} bytes`);
  return picture;
}

/** A new signed address, at a given gateway. */
async function addressOf(person: TestPerson, origin: string): Promise<{ url: URL }> {
  const { url } = await person.callOk('requestAvatarUpload', { body: { extension: 'png' } });
  const { pathname, search } = new URL(url);
  return { url: new URL(pathname + search, origin) };
}

interface ConcurrentPuts {
  urls: readonly string[];
  bytes: Buffer;
  slowMs: number;
}

/** Two PUTs to one address at the same time, at different gateways, one of them slow. */
async function putTwice(
  person: TestPerson,
  { urls, bytes, slowMs }: ConcurrentPuts,
): Promise<UploadAnswer[]> {
  const { url } = await addressOf(person, urls[0] ?? '');
  return Promise.all(
    urls.map((origin, n) =>
      putPicture({ url: new URL(url.pathname + url.search, origin), bytes, overMs: n === 0 ? slowMs : 0 }),
    ),
  );
}

/** Waits until exactly this many pictures of a user are processed. @throws Error for more of them */
async function versionOf(person: TestPerson, version: number): Promise<void> {
  await until(
    async () => {
      const { avatar_version } = await person.callOk('shortUser', { params: { handle: person.handle } });
      if (avatar_version > version)
        throw new Error(`${avatar_version} pictures were kept instead of ${version}`);
      return avatar_version === version;
    },
    { what: `${version} pictures are processed`, timeoutMs: PROCESSED_WITHIN_MS },
  );
}

/** A refusal must carry its code; temporary ones must state when to retry. */
function wrongRefusal({ status, body, retryAfter }: UploadAnswer): string[] {
  if (status === 200 || !EXPECTED.includes(status)) return [];
  const codes = JSON.parse(body || '[]') as unknown[];
  const hasCode = codes.length === 1 && codes[0] === `generic_${status}`;
  const isTimed = status === 403 || Number(retryAfter) > 0;
  return hasCode && isTimed ? [] : [`${status} with ${body} and retry-after ${String(retryAfter)}`];
}

/** @returns a function that ends the measurement and returns the largest growth of any gateway, in MB */
async function watchMemory(gateways: readonly AttackedGateway[]): Promise<{ end: () => number }> {
  const before = await Promise.all(gateways.map((gateway) => gateway.memory()));
  let growth = 0;
  const sample = () => {
    for (const [n, gateway] of gateways.entries()) {
      growth = Math.max(growth, gateway.residentMb() - (before[n]?.rss ?? 0));
    }
  };
  const timer = setInterval(sample, SAMPLED_EVERY_MS);
  return {
    end() {
      clearInterval(timer);
      sample();
      return growth;
    },
  };
}
