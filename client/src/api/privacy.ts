import type { PrivacyChange, PrivacySettings } from '@cruddur/shared';
import type { Call } from './http-client.ts';

export async function fetchPrivacySettings(call: Call, signal: AbortSignal): Promise<PrivacySettings> {
  return (await call('privacySettings', { signal })).data;
}

/** Changes some settings. @returns all of them */
export async function changePrivacySettings(call: Call, body: PrivacyChange): Promise<PrivacySettings> {
  return (await call('changePrivacySettings', { body })).data;
}
