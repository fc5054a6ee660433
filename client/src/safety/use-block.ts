import { useQuery, useQueryClient, queryOptions } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError } from '../base/http/api-error.ts';
import { toErrorSentences } from '../base/http/error-texts.ts';
import { useCall } from '../base/http/page-services.ts';
import { newId } from '../base/runtime/browser-runtime.ts';
import { useToasts } from '../base/ui/toasts.tsx';
import {
  applyBlockState,
  BLOCKED_KEY,
  readBlockState,
  readViewer,
  showBlock,
} from '../sync/cache/hidden-people.ts';
import { meQuery } from '../sync/me/use-account.ts';
import type { BlockedPerson, BlockState } from '@cruddur/shared';
import type { Call } from '../base/http/http-client.ts';

/** Whether one of the two has blocked the other, and whether it was the viewer. */
export function useBlockOf(sub: string | undefined): { hidden: boolean; blocked: boolean } {
  const { data } = useQuery({ ...meQuery(useCall()), enabled: sub !== undefined });
  const isIn = (subs: readonly string[] = []) => sub !== undefined && subs.includes(sub);
  return { hidden: isIn(data?.hidden), blocked: isIn(data?.blocked) };
}

/** The browser asks before it leaves a page whose call still waits: the dialog of the call has closed already. */
export async function holdPage<T>(sent: Promise<T>): Promise<T> {
  const ask = (event: Event) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  try {
    return await sent;
  } finally {
    window.removeEventListener('beforeunload', ask);
  }
}

type Person = { cognito_user_uuid: string; handle: string };

/** `known` is what the server said last. */
type Change = { answer: Promise<BlockState>; known: BlockState };

/**
 * By viewer and person, the last change: it is sent after the one before, and only its answer is shown, to the viewer who made it;
 * a failure restores what is known.
 */
const lastChanges = new Map<string, Change>();

/** @returns blocks or unblocks a person at once; a failure takes that back and says so. Keeps its identity */
export function useSetBlock(): (person: Person, blocked: boolean) => void {
  const call = useCall();
  const client = useQueryClient();
  const { showToast } = useToasts();
  return useCallback(
    function set(person: Person, blocked: boolean): void {
      const { cognito_user_uuid: sub, handle } = person;
      const id = newId();
      const viewer = readViewer(client);
      const isSignedIn = () => readViewer(client) === viewer;
      const key = `${viewer} ${sub}`;
      const send = async () => {
        if (!isSignedIn()) throw new ApiError(401, ['generic_401']);
        return setBlocked(call, sub, blocked);
      };
      const before = lastChanges.get(key);
      const change: Change = {
        answer: holdPage(before?.answer.then(send, send) ?? send()),
        known: before?.known ?? readBlockState(client, sub),
      };
      const settle = (state: BlockState | null): boolean => {
        const last = lastChanges.get(key);
        if (last === change) {
          lastChanges.delete(key);
          if (!isSignedIn()) return false;
          applyBlockState(client, state ?? change.known);
        } else if (last && state) last.known = state;
        return last === change;
      };
      lastChanges.set(key, change);
      // Whether the other one blocks too, only the answer says.
      showBlock(client, { cognito_user_uuid: sub, hidden: blocked || change.known.hidden, blocked });
      showToast({
        id,
        text: `${blocked ? 'Blocked' : 'Unblocked'} @${handle}.`,
        ...(blocked && { action: { label: 'Undo', run: () => isSignedIn() && set(person, false) } }),
      });
      change.answer.then(settle, (failure: unknown) => {
        if (!settle(null)) return;
        const what = `Can’t ${blocked ? 'block' : 'unblock'} @${handle}.`;
        showToast({ id, text: `${what} ${toErrorSentences(failure)}` });
      });
    },
    [call, client, showToast],
  );
}

/** The people whom the viewer has blocked, latest first. */
async function fetchBlocked(call: Call, signal: AbortSignal): Promise<BlockedPerson[]> {
  return (await call('blockedPeople', { signal })).data;
}

/** Blocks a person or takes the block back; a repeat changes nothing. */
async function setBlocked(call: Call, sub: string, blocked: boolean): Promise<BlockState> {
  const params = { cognito_user_uuid: sub };
  return (await call(blocked ? 'blockPerson' : 'unblockPerson', { params })).data;
}

export function blockedQuery(call: Call) {
  return queryOptions({ queryKey: BLOCKED_KEY, queryFn: ({ signal }) => fetchBlocked(call, signal) });
}
