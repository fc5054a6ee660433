import {
  Ban,
  Copy,
  Flag,
  Flame,
  Info,
  Keyboard,
  Link,
  LogOut,
  Monitor,
  Moon,
  Scale,
  Search,
  Settings,
  ShieldCheck,
  Sun,
  Timer,
  TimerOff,
  Trash2,
  User,
  Workflow,
} from 'lucide-react';
import type { ReactNode } from 'react';

/** Items refer to icons by name, and triggers import only types from here: so the icons are in the chunk of the menu's body. */
export const menuIcons = {
  ban: Ban,
  copy: Copy,
  flag: Flag,
  flame: Flame,
  info: Info,
  keyboard: Keyboard,
  link: Link,
  monitor: Monitor,
  moon: Moon,
  scale: Scale,
  search: Search,
  settings: Settings,
  shield: ShieldCheck,
  signOut: LogOut,
  sun: Sun,
  timer: Timer,
  timerOff: TimerOff,
  trash: Trash2,
  user: User,
  workflow: Workflow,
};

export type MenuIcon = keyof typeof menuIcons;

/** One entry of a menu. A dangerous one is last, after a separator. */
export type MenuItem =
  | {
      kind: 'action';
      label: string;
      icon: MenuIcon;
      end?: ReactNode;
      danger?: boolean;
      /** Left out on devices with a touch screen alone. */
      needsKeyboard?: boolean;
      onSelect: () => void;
    }
  | { kind: 'link'; label: string; icon: MenuIcon; end?: ReactNode; to: string }
  /** Report and Block after a separator. Their texts are here too, so that lists of cruds do without them. */
  | { kind: 'report'; handle: string; isBlocked?: boolean; onSelect: (isBlock: boolean) => void }
  | { kind: 'choices'; label: string; options: readonly MenuOption[] }
  /** Not shown before the first item. */
  | { kind: 'separator' };

/** One option of a radio group. */
type MenuOption = { label: string; icon: MenuIcon; chosen: boolean; onSelect: () => void };

export type MenuPlacement = { side?: 'top' | 'bottom' | 'right'; align?: 'start' | 'end' };
