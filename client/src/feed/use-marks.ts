import type { Activity } from '@cruddur/shared';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall } from '../api/api-react.tsx';
import { late } from '../late.ts';
import type { Crudding } from './crudding.tsx';
import type { Mark } from './marking.ts';

/** Likes and reposts with the real product behind them. Their code comes with the session's: visitors mark nothing. */
export function useMarks(say: Crudding['say']) {
  const call = useCall();
  const client = useQueryClient();
  return useMemo(() => {
    const marking = late(async () => (await import('./marking.ts')).createMarking({ call, client, say }));
    return async (activity: Activity, mark: Mark) => (await marking.untilThere())(activity, mark);
  }, [call, client, say]);
}
