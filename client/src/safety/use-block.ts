import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../api/api-react.tsx';
import { setBlocked } from '../api/blocks.ts';
import { applyBlockState } from '../cache/hidden-people.ts';
import { meQuery } from '../cache/queries.ts';
import { useForm } from '../use-form.ts';

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
