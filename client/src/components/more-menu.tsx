import { CircleEllipsis } from 'lucide-react';
import { Icon } from './icon.tsx';
import { Menu, type MenuItem } from './menu.tsx';
import { paths } from '../paths.ts';

type Props = { items: readonly MenuItem[]; className?: string; side?: 'top' | 'bottom' };

/** The last place of the navigation: a link by its address, a menu by what it does. */
export function MoreMenu({ items, className, side = 'bottom' }: Props) {
  const trigger = (
    <a className={className} href={paths.more} aria-label="More" onClick={(event) => event.preventDefault()}>
      <Icon of={CircleEllipsis} size="large" />
      <span>More</span>
    </a>
  );
  return <Menu trigger={trigger} items={items} side={side} align={side === 'top' ? 'end' : 'start'} />;
}
