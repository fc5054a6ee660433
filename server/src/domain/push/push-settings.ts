import { Refusal } from '../errors.ts';
import type { Sealer } from '../moderation/ports.ts';
import type { Ports, Sha256 } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import { isAtPushService } from './ports.ts';

export interface PushPorts {
  /** The site's public key for browsers; null where push is off. */
  publicKey: string | null;
  services: readonly string[];
  sealer: Sealer;
  /** Whether a text is a point of the curve. */
  isBrowserKey: (p256dh: string) => boolean;
  newId: () => string;
  sha256: Sha256;
}

export async function pushSettings(
  ports: Ports,
  { publicKey }: PushPorts,
  { viewer }: CallOf<'pushSettings'>,
): AnswerOf<'pushSettings'> {
  const choice = publicKey === null ? null : await ports.push.findChoice(viewer.session);
  return { data: { public_key: publicKey, choice } };
}

/**
 * @throws Refusal generic_404 where push is off; generic_400 for what no browser sends; push_service_unknown; generic_401 for an
 * erased person
 */
export async function subscribePush(
  ports: Ports,
  { publicKey, services, sealer, isBrowserKey, newId, sha256 }: PushPorts,
  { viewer, body: { endpoint, keys, choice } }: CallOf<'subscribePush'>,
): AnswerOf<'subscribePush'> {
  if (publicKey === null) throw new Refusal('generic_404');
  if (!URL.canParse(endpoint) || !isBrowserKey(keys.p256dh)) throw new Refusal('generic_400');
  if (!isAtPushService(endpoint, services)) throw new Refusal('push_service_unknown');
  const { sub, originJti, authTime } = viewer.session;
  const uuid = newId();
  const subscription = {
    uuid,
    owner: sub,
    originJti,
    authTime,
    endpointHash: sha256(endpoint).toString('base64url'),
    host: new URL(endpoint).host,
    sealed: sealer.seal(JSON.stringify({ endpoint, keys }), uuid),
    choice,
    renewedAt: ports.clock.now(),
  };
  await ports.store.runChange(sub, async ({ push }) => {
    if (!(await push.save(subscription))) throw new Refusal('generic_401');
    return { result: null, entries: [] };
  });
  return { data: { public_key: publicKey, choice } };
}

export async function unsubscribePush(
  ports: Ports,
  { viewer }: CallOf<'unsubscribePush'>,
): AnswerOf<'unsubscribePush'> {
  await ports.store.runChange(viewer.sub, async ({ push }) => {
    await push.remove(viewer.session);
    return { result: null, entries: [] };
  });
  return { data: { ended: true } };
}
