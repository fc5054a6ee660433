import {
  Info,
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  Scale,
  Search,
  Settings,
  ShieldCheck,
  Sun,
  type LucideIcon,
} from 'lucide-react';
import type { MenuItem } from '../components/menu-item.ts';
import { APPEARANCES, type Appearance } from '../components/theme.ts';
import { paths } from '../paths.ts';

interface Parts {
  appearance: Appearance;
  onAppearance: (appearance: Appearance) => void;
  onShortcuts: () => void;
  /** Null for visitors. */
  onSignOut: (() => void) | null;
}

const LOOKS: Record<Appearance, { label: string; icon: LucideIcon }> = {
  dark: { label: 'Dark', icon: Moon },
  light: { label: 'Light', icon: Sun },
  system: { label: 'System', icon: Monitor },
};

/** What the More menu offers; below 980 px it is the only way to what the side column holds. */
export function moreItems({ appearance, onAppearance, onShortcuts, onSignOut }: Parts): MenuItem[] {
  return [
    { kind: 'title', label: 'Appearance' },
    ...APPEARANCES.map((choice): MenuItem => ({
      kind: 'choice',
      ...LOOKS[choice],
      chosen: choice === appearance,
      onSelect: () => onAppearance(choice),
    })),
    { kind: 'line' },
    ...(onSignOut
      ? ([{ kind: 'link', label: 'Settings', icon: Settings, to: paths.settings }] satisfies MenuItem[])
      : []),
    { kind: 'link', label: 'Search', icon: Search, to: paths.search },
    {
      kind: 'action',
      label: 'Shortcuts',
      icon: Keyboard,
      end: <kbd aria-hidden="true">?</kbd>,
      onSelect: onShortcuts,
    },
    { kind: 'link', label: 'About!', icon: Info, to: paths.about },
    { kind: 'link', label: 'Terms of Service', icon: Scale, to: paths.terms },
    { kind: 'link', label: 'Privacy Policy', icon: ShieldCheck, to: paths.privacy },
    ...(onSignOut
      ? ([
          { kind: 'line' },
          { kind: 'action', label: 'Sign Out', icon: LogOut, danger: true, onSelect: onSignOut },
        ] satisfies MenuItem[])
      : []),
  ];
}
