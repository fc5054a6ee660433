import { type Activity, DEFAULT_LIFETIME, LIFETIME_MS, LIFETIMES, type Lifetime } from '@cruddur/shared';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { burnCrud } from './activities.ts';
import { ApiError, hasErrorCode } from '../base/http/api-error.ts';
import { useCall } from '../base/http/page-services.ts';
import { useOutbox } from '../sync/outbox/outbox-react.tsx';
import { removeFromLists } from '../sync/cache/cached-lists.ts';
import { type ShowToast, useToasts } from '../base/ui/toasts.tsx';
import type { Draft } from './compose.machine.ts';
import { useComposeContext } from './compose-context.tsx';
import { useDraftSlot, type DraftSlot } from './draft-slot.ts';
import { toErrorSentences } from '../base/http/error-texts.ts';

/** `unknown`: the server may have burned it. */
export type BurnOutcome = 'burned' | 'refused' | 'unknown';
type Burn = (crud: Pick<Activity, 'uuid'>) => Promise<BurnOutcome>;

/** Burns the user's own crud, or cancels an unsent one. A crud that has ended already counts as burned. */
export function useBurn(showToast: ShowToast): Burn {
  const call = useCall();
  const client = useQueryClient();
  const outbox = useOutbox();
  return useCallback(
    async ({ uuid }) => {
      try {
        if (!(await outbox.cancelItem(uuid))) await burnCrud(call, uuid);
      } catch (failure) {
        if (!hasErrorCode(failure, 'activity_expired') && !hasErrorCode(failure, 'activity_not_found')) {
          showToast({ text: toErrorSentences(failure) });
          return isRefusal(failure) ? 'refused' : 'unknown';
        }
      }
      removeFromLists(client, uuid);
      return 'burned';
    },
    [call, client, outbox, showToast],
  );
}

function isRefusal(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status >= 400 && failure.status < 500;
}

/** @returns burns the user's own crud and opens the composer with its text and lifetime */
export function useRewrite(): (crud: Activity) => Promise<void> {
  const { showToast } = useToasts();
  const { openComposer } = useComposeContext();
  const burn = useBurn(showToast);
  const slot = useDraftSlot('crud');
  return useCallback(
    async (crud) => {
      if (!slot) return;
      const outcome = await burnIntoDraft(crud, slot, burn);
      if (outcome === 'burned') openComposer();
      if (outcome === 'not stored')
        showToast({ text: 'Can’t reach this browser’s storage. Please try again.' });
    },
    [slot, burn, openComposer, showToast],
  );
}

/**
 * Stores the text of a crud as the draft of the composer, above a draft that is there, and burns the crud after that: the text is
 * always in one of the two places. A refused burn restores the draft.
 */
export async function burnIntoDraft(
  crud: Activity,
  slot: DraftSlot,
  burn: Burn,
): Promise<Awaited<ReturnType<Burn>> | 'not stored'> {
  const before = slot.read();
  const draft = toDraft(crud, before);
  slot.write(draft);
  if (slot.read()?.text !== draft.text) {
    restoreDraft(slot, before);
    return 'not stored';
  }
  const outcome = await burn(crud);
  // Unless it was edited meanwhile in another tab.
  if (outcome === 'refused' && slot.read()?.text === draft.text) restoreDraft(slot, before);
  return outcome;
}

function restoreDraft(slot: DraftSlot, before: Draft | null): void {
  if (before) slot.write(before);
  else slot.remove();
}

function toDraft(crud: Activity, before: Draft | null): Draft {
  // The draft begins with it after a burn whose result was unknown.
  const isKept = before?.text.startsWith(crud.message) ?? false;
  const text = before && !isKept ? `${crud.message}\n\n${before.text}` : (before?.text ?? crud.message);
  return { text, ttl: lifetimeOf(crud), operationId: null };
}

/** The lifetime that a crud was written with; the default for one that the server has not accepted yet. */
function lifetimeOf({ created_at, expires_at }: Activity): Lifetime {
  const ms = expires_at === null ? 0 : Date.parse(expires_at) - Date.parse(created_at);
  return LIFETIMES.find((lifetime) => LIFETIME_MS[lifetime] === ms) ?? DEFAULT_LIFETIME;
}
