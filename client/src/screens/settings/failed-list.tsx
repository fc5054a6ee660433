import { RotateCw } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useRetryOnline } from './use-retry-online.ts';

/** A list that could not be had: why, and a way to ask again. It asks by itself when the connection is back. */
export function FailedList({ error, onRetry }: { error: string; onRetry: () => void }) {
  useRetryOnline(onRetry);
  return (
    <div className="setting-failed" role="alert">
      <p>{error}</p>
      <Button variant="line" small onClick={onRetry}>
        <Icon of={RotateCw} size="small" />
        Try again
      </Button>
    </div>
  );
}
