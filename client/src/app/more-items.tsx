import type { MenuIcon, MenuItem } from '../ui/menu-item.ts';
import { APPEARANCE_LABELS, APPEARANCES, type Appearance } from '../ui/theme.ts';
import { paths } from '../paths.ts';

interface MoreItemsOptions {
  appearance: Appearance;
  onAppearance: (appearance: Appearance) => void;
  onShortcuts: () => void;
  /** Null for visitors. */
  onSignOut: (() => void) | null;
}

const APPEARANCE_ICONS: Record<Appearance, MenuIcon> = { dark: 'moon', light: 'sun', system: 'monitor' };

/** The entries of the More menu. Below 980 px there is no side column, so it holds those links too. */
export function buildMoreItems({
  appearance,
  onAppearance,
  onShortcuts,
  onSignOut,
}: MoreItemsOptions): MenuItem[] {
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
    ...(onSignOut
      ? ([{ kind: 'link', label: 'Settings', icon: 'settings', to: paths.settings }] satisfies MenuItem[])
      : []),
    { kind: 'link', label: 'Search', icon: 'search', to: paths.search },
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
