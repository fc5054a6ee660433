import { burnCrud } from '../api/activities.ts';
import { hasErrorCode } from '../api/api-error.ts';
import type { Call } from '../api/http-client.ts';
import { unsendMessage } from '../api/messages.ts';
import type { OutboxItem } from './outbox-item.ts';

/** Answers after which nothing is left to do: the crud or message is gone, or was accepted too long ago to be removed. */
const FINAL_CODES = [
  'activity_expired',
  'activity_not_found',
  'message_expired',
  'message_not_found',
  'unsend_too_late',
];

/** Burns what was created from a cancelled item. Rejects when the result is unknown. */
export async function burnItem(call: Call, { act, row }: Pick<OutboxItem, 'act' | 'row'>): Promise<void> {
  try {
    await (act.kind === 'message' ? unsendMessage(call, row) : burnCrud(call, row));
  } catch (failure) {
    if (!FINAL_CODES.some((code) => hasErrorCode(failure, code))) throw failure;
  }
}
