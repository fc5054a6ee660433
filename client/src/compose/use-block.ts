import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toErrorTexts } from '../api/error-texts.ts';
import { useCall } from '../api/api-react.tsx';
import { setBlocked } from '../api/blocks.ts';
import { applyBlockState } from '../cache/hidden-people.ts';
import { meQuery } from '../cache/queries.ts';

/** Whether one of the two has blocked the other, and whether it was the viewer. */
export function useBlockOf(sub: string | undefined): { hidden: boolean; blocked: boolean } {
  const { data } = useQuery({ ...meQuery(useCall()), enabled: sub !== undefined });
  const isIn = (subs: readonly string[] = []) => sub !== undefined && subs.includes(sub);
  return { hidden: isIn(data?.hidden), blocked: isIn(data?.blocked) };
}

/** Blocks or unblocks one person. `set` resolves to whether it succeeded; otherwise `errors` has the texts. */
export function useSetBlock() {
  const call = useCall();
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);

  async function set(sub: string, blocked: boolean): Promise<boolean> {
    if (isBusy) return false;
    setIsBusy(true);
    setErrors([]);
    try {
      applyBlockState(client, await setBlocked(call, sub, blocked));
      return true;
    } catch (failure) {
      setErrors(toErrorTexts(failure));
      return false;
    } finally {
      setIsBusy(false);
    }
  }
  return { set, isBusy, errors };
}
