import { CircleEllipsis } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';
import type { MenuItem } from '../ui/menu-item.ts';
import { Menu } from '../ui/menu.tsx';
import { paths } from '../paths.ts';

type Props = { items: readonly MenuItem[]; className?: string; side?: 'top' | 'bottom' };

/** The last entry of the navigation: a menu that the specification requires to be a link. */
export function MoreMenu({ items, className, side = 'bottom' }: Props) {
  return (
    <Menu
      trigger={(props) => (
        <a
          {...props}
          className={className}
          href={paths.more}
          aria-label="More"
          onClick={(event) => event.preventDefault()}
        >
          <Icon of={CircleEllipsis} size="large" />
          <span>More</span>
        </a>
      )}
      items={items}
      side={side}
      align={side === 'top' ? 'end' : 'start'}
    />
  );
}
