import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall } from '../api/api-react.tsx';
import type { Crudding } from './crudding.tsx';
import { createMarking } from './marking.ts';

/** Likes and reposts with the real product behind them. */
export function useMarks(say: Crudding['say']) {
  const call = useCall();
  const client = useQueryClient();
  return useMemo(() => createMarking({ call, client, say }), [call, client, say]);
}
