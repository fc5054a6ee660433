import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** One entry of a menu. The dangerous one stands last, after a line. */
export type MenuItem =
  | {
      kind: 'action';
      label: string;
      icon: LucideIcon;
      end?: ReactNode;
      danger?: boolean;
      onSelect: () => void;
    }
  | { kind: 'link'; label: string; icon: LucideIcon; end?: ReactNode; to: string }
  | { kind: 'choice'; label: string; icon: LucideIcon; chosen: boolean; onSelect: () => void }
  | { kind: 'title'; label: string }
  | { kind: 'line' };

/** How a menu drops. */
export type Drop = { side?: 'top' | 'bottom' | 'right'; align?: 'start' | 'end' };
