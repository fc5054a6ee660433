import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { CrudButton } from '../components/crud-button.tsx';
import type { Section } from '../components/nav-places.ts';
import { Navigation } from '../components/navigation.tsx';
import { LatePart } from '../components/late-part.tsx';
import { TabBar } from '../components/tab-bar.tsx';
import { useCrudding } from '../feed/crudding.tsx';
import { late } from '../late.ts';
import { handleOf, paths } from '../paths.ts';
import { moreItems } from './more-items.tsx';
import { useShortcutsHelp } from './shortcuts/shortcuts.tsx';
import { useAccount } from './use-account.ts';
import { useAppearance } from './use-appearance.ts';
import { useSignOut } from './use-sign-out.tsx';

/** Pages without cruds of their own: on a phone the button would cover what they are there for. */
const WITHOUT_CRUD_BUTTON: ReadonlySet<string> = new Set([
  ...[paths.settings, paths.search],
  ...[paths.about, paths.terms, paths.privacy],
]);

const handleDialog = late(async () => (await import('./handle-dialog.tsx')).HandleDialog);

/** The parts around every screen: the navigation and, on phones, what stands at the foot. */
export function useFrame(): { nav: ReactNode; foot: ReactNode } {
  const { me, unread, needsHandle } = useAccount();
  const { compose } = useCrudding();
  const { pathname } = useLocation();
  const [appearance, onAppearance] = useAppearance();
  const { signOut: onSignOut, dialog } = useSignOut();
  const onShortcuts = useShortcutsHelp();
  const more = moreItems({ appearance, onAppearance, onShortcuts, onSignOut: me && onSignOut });
  const place = { me, section: sectionOf(pathname, me?.handle), unread };
  return {
    nav: <Navigation {...place} more={more} onCrud={compose} onSignOut={onSignOut} />,
    foot: (
      <>
        {me && !WITHOUT_CRUD_BUTTON.has(pathname) && <CrudButton onCrud={compose} />}
        <TabBar {...place} more={more} />
        {dialog}
        {me && needsHandle && <LatePart of={handleDialog} with={{ taken: me.handle }} />}
      </>
    ),
  };
}

function sectionOf(pathname: string, ownHandle: string | undefined): Section | null {
  const [first] = pathname.split('/').filter(Boolean);
  if (first === undefined) return 'home';
  if (first === 'notifications' || first === 'messages') return first;
  const own = ownHandle !== undefined && handleOf(first)?.toLowerCase() === ownHandle.toLowerCase();
  return own && !pathname.includes('/status/') ? 'profile' : null;
}
