import type { NewPushSubscription, PushChoice, PushSettings } from '@cruddur/shared';
import type { Call } from './http-client.ts';

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
