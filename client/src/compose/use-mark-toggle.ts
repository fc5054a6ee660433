import type { Activity } from '@cruddur/shared';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall } from '../api/api-react.tsx';
import { lazyValue } from '../lazy/lazy-value.ts';
import type { ComposeContextValue } from './compose-context.tsx';
import type { Mark } from './mark-toggle.ts';

/** Likes and reposts with the real product behind them. Their code comes with the session's: visitors mark nothing. */
export function useMarkToggle(showToast: ComposeContextValue['showToast']) {
  const call = useCall();
  const client = useQueryClient();
  return useMemo(() => {
    const lazyToggle = lazyValue(async () =>
      (await import('./mark-toggle.ts')).createMarkToggle({ call, client, showToast }),
    );
    return async (activity: Activity, mark: Mark) => (await lazyToggle.loadUntilLoaded())(activity, mark);
  }, [call, client, showToast]);
}
