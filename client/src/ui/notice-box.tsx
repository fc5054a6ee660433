import { Check, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** A success message, announced when it appears. */
export function NoticeBox({ icon = Check, children }: { icon?: LucideIcon; children: ReactNode }) {
  return (
    <p className="good" role="status">
      <Icon of={icon} />
      <span>{children}</span>
    </p>
  );
}
