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
  VolumeX,
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
  mute: VolumeX,
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
  | {
      kind: 'link';
      label: string;
      icon: MenuIcon;
      end?: ReactNode;
      to: string;
      /** Left out in windows of this width and more, in CSS pixels. */
      below?: number;
    }
  /** Mute, Report and Block after a separator. Their texts are with the menu's body, so that lists of cruds do without them. */
  | {
      kind: 'report';
      handle: string;
      isBlocked?: boolean;
      /** For conversations, which mutes do not affect. */
      withoutMutes?: true;
      onSelect: (choice: ReportChoice) => void;
    }
  | { kind: 'choices'; label: string; options: readonly MenuOption[] }
  /** Not shown before the first item. */
  | { kind: 'separator' };

/** What the item `report` offers about a crud or a person. */
export type ReportChoice = 'report' | 'block' | 'mute' | 'mute words';

/** One option of a radio group. */
type MenuOption = { label: string; icon: MenuIcon; chosen: boolean; onSelect: () => void };

export type MenuPlacement = { side?: 'top' | 'bottom' | 'right'; align?: 'start' | 'end' };
