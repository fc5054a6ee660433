import { PenLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { FloatingButton } from '../base/ui/button.tsx';
import { type NavSection, Navigation, TabBar } from './frame/navigation.tsx';
import { LazyComponent, lazyValue } from '../base/lazy/lazy-component.tsx';
import { useComposeContext } from '../cruds/compose-context.tsx';
import { parseHandleSegment, paths, routePatterns } from '../base/paths.ts';
import { useShortcutsHelp } from './shortcuts/shortcuts.tsx';
import { useAccount } from '../sync/me/use-account.ts';
import { useAppearance } from '../account/settings/use-appearance.ts';
import { useSignOut } from '../account/use-sign-out.tsx';
import { useOutageNotice } from '../sync/realtime-react.tsx';
import type { MenuIcon, MenuItem } from '../base/ui/menu-item.ts';
import { APPEARANCE_LABELS, APPEARANCES, type Appearance } from '../base/ui/theme.ts';

/** Pages without cruds: on a phone a floating button would cover their content. */
const WITHOUT_FLOATING_BUTTON: ReadonlySet<string> = new Set([
  paths.settings,
  paths.search,
  paths.about,
  paths.terms,
  paths.privacy,
]);

const handleDialog = lazyValue(26, async () => (await import('../account/handle-dialog.tsx')).HandleDialog);

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
  if (`/${first}` === paths.search) return 'search';
  if (`/${first}` === paths.notifications) return 'notifications';
  if (`/${first}` === paths.messages) return 'messages';
  const own = ownHandle !== undefined && parseHandleSegment(first)?.toLowerCase() === ownHandle.toLowerCase();
  return own && !matchPath(routePatterns.post, pathname) ? 'profile' : null;
}

const NO_PROPS = {};
/** In the chunk that opens the connection, so that it is there when the connection is lost. */
const notice = lazyValue(23, async () => (await import('./connection-notice.tsx')).ConnectionNotice);

/** Shows in the header of the screen that the connection is lost, and for a moment that it is back. */
export function ConnectionStatus() {
  const isShown = useOutageNotice() !== 'none';
  return (
    <div className="connection-status" role="status">
      {isShown && <LazyComponent component={notice} componentProps={NO_PROPS} />}
    </div>
  );
}

interface MoreItemsOptions {
  appearance: Appearance;
  onAppearance: (appearance: Appearance) => void;
  onShortcuts: () => void;
  /** Null for visitors. */
  onSignOut: (() => void) | null;
}

const APPEARANCE_ICONS: Record<Appearance, MenuIcon> = { dark: 'moon', light: 'sun', system: 'monitor' };

/** The entries of the More menu. Below 980 px there is no side column, so it holds those links too. */
function buildMoreItems({ appearance, onAppearance, onShortcuts, onSignOut }: MoreItemsOptions): MenuItem[] {
  return [
    {
      kind: 'choices',
      label: 'Appearance',
      options: APPEARANCES.map((choice) => ({
        label: APPEARANCE_LABELS[choice],
        icon: APPEARANCE_ICONS[choice],
        chosen: choice === appearance,
        onSelect: () => onAppearance(choice),
      })),
    },
    { kind: 'separator' },
    // The navigation of visitors lacks the search, and so does the narrowest tab bar.
    { kind: 'link', label: 'Search', icon: 'search', to: paths.search, ...(onSignOut && { below: 360 }) },
    ...(onSignOut
      ? [{ kind: 'link', label: 'Settings', icon: 'settings', to: paths.settings } satisfies MenuItem]
      : []),
    {
      kind: 'action',
      label: 'Shortcuts',
      icon: 'keyboard',
      end: <kbd aria-hidden="true">?</kbd>,
      needsKeyboard: true,
      onSelect: onShortcuts,
    },
    { kind: 'link', label: 'Machines', icon: 'workflow', to: paths.machines },
    { kind: 'link', label: 'About!', icon: 'info', to: paths.about },
    { kind: 'link', label: 'Terms of Service', icon: 'scale', to: paths.terms },
    { kind: 'link', label: 'Privacy Policy', icon: 'shield', to: paths.privacy },
    ...(onSignOut
      ? ([
          { kind: 'separator' },
          { kind: 'action', label: 'Sign Out', icon: 'signOut', danger: true, onSelect: onSignOut },
        ] satisfies MenuItem[])
      : []),
  ];
}
