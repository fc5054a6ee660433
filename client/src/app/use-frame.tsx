import { PenLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { FloatingButton } from '../frame/floating-button.tsx';
import type { NavSection } from '../frame/nav-items.tsx';
import { Navigation, TabBar } from '../frame/navigation.tsx';
import { LazyComponent } from '../lazy/lazy-component.tsx';
import { useComposeContext } from '../compose/compose-context.tsx';
import { lazyValue } from '../lazy/lazy-value.ts';
import { parseHandleSegment, paths, routePatterns } from '../paths.ts';
import { buildMoreItems } from './more-items.tsx';
import { useShortcutsHelp } from './shortcuts/shortcuts.tsx';
import { useAccount } from './use-account.ts';
import { useAppearance } from './use-appearance.ts';
import { useSignOut } from './use-sign-out.tsx';

/** Pages without cruds: on a phone a floating button would cover their content. */
const WITHOUT_FLOATING_BUTTON: ReadonlySet<string> = new Set([
  paths.settings,
  paths.search,
  paths.about,
  paths.terms,
  paths.privacy,
]);

const handleDialog = lazyValue(26, async () => (await import('./handle-dialog.tsx')).HandleDialog);

/** The parts around every screen: the navigation and, on phones, the tab bar with the Crud button. */
export function useFrame(): { nav: ReactNode; foot: ReactNode } {
  const { me, unread, needsHandle } = useAccount();
  const { openComposer } = useComposeContext();
  const { pathname } = useLocation();
  const [appearance, onAppearance] = useAppearance();
  const { signOut: onSignOut, dialog } = useSignOut();
  const onShortcuts = useShortcutsHelp();
  const more = buildMoreItems({ appearance, onAppearance, onShortcuts, onSignOut: me && onSignOut });
  const navProps = { me, section: findSection(pathname, me?.handle), unread };
  return {
    nav: <Navigation {...navProps} more={more} onCrud={openComposer} onSignOut={onSignOut} />,
    foot: (
      <>
        {/* Conversations have their own, for a new message. */}
        {me && navProps.section !== 'messages' && (
          <FloatingButton
            icon={PenLine}
            label="Crud"
            inBarOnly={WITHOUT_FLOATING_BUTTON.has(pathname)}
            onPress={openComposer}
          />
        )}
        <TabBar {...navProps} more={more} />
        {dialog}
        {me && needsHandle && (
          <LazyComponent component={handleDialog} componentProps={{ taken: me.handle }} />
        )}
      </>
    ),
  };
}

function findSection(pathname: string, ownHandle: string | undefined): NavSection | null {
  const [first] = pathname.split('/').filter(Boolean);
  if (first === undefined) return 'home';
  if (`/${first}` === paths.notifications) return 'notifications';
  if (`/${first}` === paths.messages) return 'messages';
  const own = ownHandle !== undefined && parseHandleSegment(first)?.toLowerCase() === ownHandle.toLowerCase();
  return own && !matchPath(routePatterns.post, pathname) ? 'profile' : null;
}
