import type { ReactNode } from 'react';
import type { MenuIcon } from './menu-icons.ts';

/** One entry of a menu. The dangerous one stands last, after a line. */
export type MenuItem =
  | {
      kind: 'action';
      label: string;
      icon: MenuIcon;
      end?: ReactNode;
      danger?: boolean;
      onSelect: () => void;
    }
  | { kind: 'link'; label: string; icon: MenuIcon; end?: ReactNode; to: string }
  | { kind: 'choices'; label: string; options: readonly MenuOption[] }
  | { kind: 'line' };

/** One of several of which exactly one holds. */
export type MenuOption = { label: string; icon: MenuIcon; chosen: boolean; onSelect: () => void };

/** How a menu drops. */
export type MenuPlacement = { side?: 'top' | 'bottom' | 'right'; align?: 'start' | 'end' };
