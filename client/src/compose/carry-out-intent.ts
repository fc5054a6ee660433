import type { QueryClient } from '@tanstack/react-query';
import { setMark } from '../api/activities.ts';
import { toErrorTexts } from '../api/error-texts.ts';
import type { Call } from '../api/http-client.ts';
import { patchActivities } from '../cache/cached-lists.ts';
import { onMarkAfterSignIn } from '../cache/mutation-updates.ts';
import type { ComposeContextValue } from './compose-context.tsx';
import { parseIntent } from './parse-intent.ts';

interface CarryOutParts {
  call: Call;
  client: QueryClient;
  showToast: ComposeContextValue['showToast'];
}

/**
 * Sets the like or repost that a visitor wanted, after the sign-in. The call sets a mark and never removes one.
 * @param stored the intent, already removed from the storage, so that it is carried out once
 */
export async function carryOutIntent(
  { call, client, showToast }: CarryOutParts,
  stored: string,
): Promise<void> {
  const intent = parseIntent(stored, Date.now());
  if (!intent || intent.action === 'reply') return;
  const { action, uuid } = intent;
  try {
    const { uuid: _, ...marks } = await setMark(call, uuid, action);
    patchActivities(client, uuid, marks);
    showToast({ text: action === 'like' ? 'Crud liked.' : 'Crud reposted.' });
  } catch (failure) {
    showToast({ text: toErrorTexts(failure).join('. ') });
    return;
  }
  await onMarkAfterSignIn(client, uuid);
}
