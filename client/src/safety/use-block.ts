import { useQuery, useQueryClient, queryOptions } from '@tanstack/react-query';
import { useCall } from '../base/http/page-services.ts';
import { applyBlockState } from '../sync/cache/hidden-people.ts';
import { useForm } from '../base/machines/use-form.ts';
import { meQuery } from '../sync/me/use-account.ts';
import type { BlockedPerson, BlockState } from '@cruddur/shared';
import type { Call } from '../base/http/http-client.ts';

/** Whether one of the two has blocked the other, and whether it was the viewer. */
export function useBlockOf(sub: string | undefined): { hidden: boolean; blocked: boolean } {
  const { data } = useQuery({ ...meQuery(useCall()), enabled: sub !== undefined });
  const isIn = (subs: readonly string[] = []) => sub !== undefined && subs.includes(sub);
  return { hidden: isIn(data?.hidden), blocked: isIn(data?.blocked) };
}

/** Blocks or unblocks one person. @param onDone called after it */
export function useSetBlock(onDone?: () => void) {
  const call = useCall();
  const client = useQueryClient();
  const { errors, isBusy, submit } = useForm({
    async send({ sub, blocked }: { sub: string; blocked: boolean }) {
      applyBlockState(client, await setBlocked(call, sub, blocked));
      onDone?.();
    },
  });
  return { set: (sub: string, blocked: boolean) => submit({ sub, blocked }), isBusy, errors };
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

/** Its key is not in `query-keys`, which is in the first chunk. Without a reducer: `applyBlockState` fetches it again. */
export function blockedQuery(call: Call) {
  return queryOptions({ queryKey: ['blocked'], queryFn: ({ signal }) => fetchBlocked(call, signal) });
}
