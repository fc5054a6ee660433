import { createHmac, randomUUID } from 'node:crypto';
import type { Config } from '../config/config.ts';
import type { Ports } from '../domain/ports.ts';
import {
  createPushDispatcher,
  type PushDispatcher,
  type PushDispatcherParts,
} from '../domain/push/push-dispatcher.ts';
import type { PushPorts } from '../domain/push/push-settings.ts';
import { isBrowserKey } from '../push/encrypt-payload.ts';
import { createPushSender, type PushNetwork } from '../push/send-push.ts';
import { createVapid } from '../push/vapid.ts';
import { createPushQueue } from '../repositories/push-queue.ts';
import type { Db } from '../repositories/tables.ts';
import { KNOWN_PUSH_SERVICES } from '../domain/push/ports.ts';
import { createSealer, sha256 } from './crypto.ts';

export interface WiredPush {
  ports: PushPorts;
  dispatcher: Omit<PushDispatcher, 'close'>;
  close(): Promise<void>;
}

type PushParts = Pick<PushDispatcherParts, 'revocations' | 'timers' | 'metrics' | 'failures'> & {
  ports: Ports;
  db: Db;
  storeKey: string;
  network: PushNetwork | undefined;
};

/** A topic has at most 32 characters. */
const TOPIC_BYTES = 24;

/** Web Push, with a key that is derived from the store's one. Where it is off, the queue stays empty once all have unsubscribed. */
export function wirePush(
  config: Pick<Config, 'webPush' | 'pushServices' | 'operatorEmail' | 'web'>,
  parts: PushParts,
): WiredPush {
  const { storeKey, network, db, ports } = parts;
  const { clock } = ports;
  const vapid = createVapid({ storeKey, contact: contactOf(config), clock });
  const sealer = createSealer(storeKey, 'push');
  const services = [...KNOWN_PUSH_SERVICES, ...config.pushServices];
  const sender = createPushSender({ vapid, services }, network);
  const topicKey = createHmac('sha256', Buffer.from(storeKey, 'base64')).update('push topics').digest();
  const dispatcher = createPushDispatcher({
    ...parts,
    ...{ queue: createPushQueue(db), send: sender.send, sealer, clock },
    topicOf: (owner, tag) =>
      createHmac('sha256', topicKey)
        .update(`${owner} ${tag}`)
        .digest()
        .subarray(0, TOPIC_BYTES)
        .toString('base64url'),
  });
  const nothing = () => Promise.resolve();
  return {
    ports: {
      publicKey: config.webPush ? vapid.publicKey : null,
      services,
      sealer,
      isBrowserKey,
      newId: randomUUID,
      sha256,
    },
    dispatcher: config.webPush
      ? dispatcher
      : { noteVisible: () => undefined, dropShown: nothing, sendDue: nothing },
    async close() {
      await dispatcher.close();
      sender.close();
    },
  };
}

/** How push services reach the operators. */
function contactOf({ operatorEmail, web }: Pick<Config, 'operatorEmail' | 'web'>): string | undefined {
  const [, address = operatorEmail] = /<(.+)>$/.exec(operatorEmail ?? '') ?? [];
  if (address !== undefined) return `mailto:${address}`;
  return web.publicUrl?.startsWith('https:') === true ? web.publicUrl : undefined;
}
