import type { BodyInputOf, Mute, Routes } from '@cruddur/shared';
import type { Call } from './http-client.ts';

export type NewMute = BodyInputOf<Routes['mute']>;

/** Mutes something for the viewer; what is muted already gets the new end. */
export async function sendMute(call: Call, body: NewMute): Promise<Mute> {
  return (await call('mute', { body })).data;
}

/** @throws {ApiError} generic_404 when it has ended already */
export async function sendUnmute(call: Call, uuid: string): Promise<void> {
  await call('unmute', { params: { mute_uuid: uuid } });
}
