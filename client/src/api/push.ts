import {
  endpoints,
  pushEndpoints,
  type NewPushSubscription,
  type PushChoice,
  type PushSettings,
} from '@cruddur/shared';
import type { Call } from './http-client.ts';

// Here and not in the first chunk, because most visits need none of them.
Object.assign(endpoints, pushEndpoints);

export async function fetchPushSettings(call: Call): Promise<PushSettings> {
  return (await call('pushSettings', {})).data;
}

/** Subscribes this sign-in, renews its subscription or changes its choice. @returns what it is subscribed to */
export async function sendPushSubscription(
  call: Call,
  body: NewPushSubscription,
): Promise<PushChoice | null> {
  return (await call('subscribePush', { body })).data.choice;
}

export async function endPushSubscription(call: Call): Promise<void> {
  await call('unsubscribePush', {});
}
