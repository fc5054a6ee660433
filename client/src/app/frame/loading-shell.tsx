import { CircleEllipsis, PenLine, type LucideIcon } from 'lucide-react';
import { listNavItems } from './navigation.tsx';
import { SettingsSkeleton, SideSkeleton, Skeleton } from '../../base/ui/skeleton.tsx';
import { paths } from '../../base/paths.ts';
import { Icon } from '../../base/ui/icon.tsx';
import { Logo } from '../../base/ui/logo.tsx';

const UNKNOWN_PERSON = { handle: '', display_name: '', cognito_user_uuid: '', avatar_version: 0 };

interface Entry {
  label: string;
  icon: LucideIcon;
  page?: string;
  /** Only for a signed-in user. */
  isPersonal: boolean;
}

const ENTRIES: readonly Entry[] = [
  ...listNavItems({ me: UNKNOWN_PERSON, section: null, unread: { notifications: 0, messages: 0 } }).map(
    ({ label, icon, to, section }) => ({ label, icon, page: to, isPersonal: section !== 'home' }),
  ),
  { label: 'More', icon: CircleEllipsis, isPersonal: false },
];

const TITLES: Readonly<Record<string, string>> = {
  [paths.home]: 'Home',
  [paths.notifications]: 'Notifications',
  [paths.messages]: 'Messages',
  [paths.search]: 'Search',
  [paths.settings]: 'Settings',
};

/**
 * The frame of all screens with a skeleton, for pages that are not server-rendered. It is hidden from screen readers and has no
 * controls. before-paint.ts selects by `data-page` what belongs to the address, since one page is cached for all of them.
 */
export function LoadingShell() {
  return (
    <>
      <div className="app">
        <div className="nav">
          <span className="brand">
            <Logo />
            <span>Cruddur</span>
          </span>
          <Entries className="nav-item" />
          <span className="btn btn-wide" data-personal="">
            <Icon of={PenLine} />
            <span>Crud</span>
          </span>
          <span className="profile-box" data-personal="">
            <span className="av av-s bone" />
          </span>
        </div>
        <div className="sheet">
          <div className="page-header">
            {Object.entries(TITLES).map(([page, title]) => (
              <h1 key={page} data-page={page}>
                {title}
              </h1>
            ))}
          </div>
          <Skeleton />
          <SettingsSkeleton />
        </div>
        <div className="side">
          <div className="search" />
          <div data-personal="">
            <SideSkeleton />
          </div>
        </div>
      </div>
      <span className="btn fab in-bar-only" data-personal="">
        <Icon of={PenLine} />
        <span>Crud</span>
      </span>
      <div className="tabs">
        <Entries />
      </div>
    </>
  );
}

function Entries({ className }: { className?: string }) {
  return (
    <ul>
      {ENTRIES.map(({ label, icon, page, isPersonal }) => (
        <li
          key={label}
          className={className && page === paths.search ? 'only-narrow' : undefined}
          data-personal={isPersonal ? '' : undefined}
        >
          <span className={className} data-page={page}>
            <Icon of={icon} size="large" />
            <span>{label}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
