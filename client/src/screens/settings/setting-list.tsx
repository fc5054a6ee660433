import { type LucideIcon, RotateCw } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Button } from '../../ui/button.tsx';

type Props = {
  icon: LucideIcon;
  title: string;
  /** A word beside the title. */
  mark?: string;
  /** The quieter line below. */
  line: ReactNode;
  children: ReactNode;
};

/** One thing of a list, and at its end what can be done with it. */
export function SettingRow({ icon, title, mark, line, children }: Props) {
  return (
    <li className="setting-row">
      <span className="sign">
        <Icon of={icon} />
      </span>
      <div className="what">
        <p>
          <b>{title}</b>
          {mark !== undefined && <span className="mark">{mark}</span>}
        </p>
        <p className="line">{line}</p>
      </div>
      {children}
    </li>
  );
}

/** The place of a list that is on its way; it appears late, so that quick answers show none. */
export function RowSkeleton() {
  return (
    <div className="skeleton setting-skeleton" role="status">
      <span className="vh">Loading</span>
      {[0, 1].map((row) => (
        <div className="setting-row" key={row} aria-hidden="true">
          <span className="sign bone" />
          <div className="what">
            <div className="bone line" />
            <div className="bone line" />
          </div>
        </div>
      ))}
    </div>
  );
}

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

/** Asks again by itself for what could not be had, once the browser believes to be back. */
export function useRetryOnline(retry: () => void): void {
  useEffect(() => {
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [retry]);
}
