import { errorText } from '@cruddur/shared';
import { ChevronDown, type LucideIcon, RotateCw } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { Icon } from './icon.tsx';
import { Button } from './button.tsx';

type SettingsSectionProps = {
  title: string;
  /** One or two sentences of explanation. */
  lead: ReactNode;
  danger?: boolean;
  children: ReactNode;
};

/** On phones it opens at its heading, or by an address with its id. What was typed in it stays. */
export function SettingsSection({ title, lead, danger = false, children }: SettingsSectionProps) {
  const id = sectionId(title);
  const heading = useId();
  const body = useId();
  const isPhone = useIsPhone();
  const isAddressed = useLocation().hash === `#${id}`;
  const [pressed, setPressed] = useState<boolean | null>(null);
  const isOpen = pressed ?? isAddressed;
  return (
    <section
      id={id}
      className={danger ? 'setting danger' : 'setting'}
      aria-labelledby={heading}
      tabIndex={-1}
    >
      <h2 id={heading}>
        {isPhone ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={body}
            onClick={() => setPressed(!isOpen)}
          >
            {title}
            <Icon of={ChevronDown} />
          </button>
        ) : (
          title
        )}
      </h2>
      <div className="setting-body" id={body} hidden={isPhone && !isOpen}>
        <p className="lead">{lead}</p>
        {children}
      </div>
    </section>
  );
}

/** As in `settings.css`. */
const PHONE = '(max-width: 639px)';

function subscribeToWidth(listener: () => void): () => void {
  const query = window.matchMedia(PHONE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

const useIsPhone = () => useSyncExternalStore(subscribeToWidth, () => window.matchMedia(PHONE).matches);

/** The fragment that leads to the section of this title. */
export function sectionId(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z]+/g, '-');
}

type Props = {
  icon: LucideIcon;
  title: string;
  /** A label beside the title. */
  badge?: string;
  /** The secondary line below. */
  detail: ReactNode;
  children: ReactNode;
};

/** One row of a list, with its actions at the end. */
export function SettingRow({ icon, title, badge, detail, children }: Props) {
  return (
    <li className="setting-row">
      <span className="setting-icon">
        <Icon of={icon} />
      </span>
      <div className="setting-text">
        <p>
          <b>{title}</b>
          {badge !== undefined && <span className="setting-badge">{badge}</span>}
        </p>
        <p className="setting-detail">{detail}</p>
      </div>
      {children}
    </li>
  );
}

/** Placeholder rows of a loading list. The styles delay them, so that a quick answer shows none. */
export function RowSkeleton() {
  return (
    <div className="skeleton setting-skeleton" role="status">
      <span className="vh">Loading</span>
      {[0, 1].map((row) => (
        <div className="setting-row" key={row} aria-hidden="true">
          <span className="setting-icon bone" />
          <div className="setting-text">
            <div className="bone line" />
            <div className="bone line" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** In place of a list that failed to load: the error, a code or a text, and a retry, which also runs when the browser is online again. */
export function FailedList({ error, onRetry }: { error: string; onRetry: () => void }) {
  useRetryOnline(onRetry);
  return (
    <div className="setting-failed" role="alert">
      <p>{errorText(error)}</p>
      <Button variant="outline" small onClick={onRetry}>
        <Icon of={RotateCw} size="small" />
        Try again
      </Button>
    </div>
  );
}

function useRetryOnline(retry: () => void): void {
  useEffect(() => {
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [retry]);
}
