import {
  Copy,
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
  User,
  Workflow,
} from 'lucide-react';

/** The pictures of a menu's entries: by name, so that they come with the menu and not with whatever may open one. */
export const menuIcons = {
  copy: Copy,
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
  user: User,
  workflow: Workflow,
};

export type MenuIcon = keyof typeof menuIcons;
