import type { LucideIcon } from 'lucide-react';
import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

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

type Props = {
  /** A button or link that passes on what it is given. */
  trigger: ReactElement;
  items: readonly MenuItem[];
  side?: 'top' | 'bottom' | 'right';
  align?: 'start' | 'end';
};

/**
 * A menu that drops from its trigger: arrow keys, letters, Escape and outside clicks work. It is not modal, because a
 * modal one would inject a style element to hold the page still, and the content policy forbids that.
 */
export function Menu({ trigger, items, side = 'bottom', align = 'end' }: Props) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        {/* At the end of the body it would stand outside of every landmark. */}
        <aside aria-label="Menu">
          <DropdownMenu.Content
            className="menu"
            side={side}
            align={align}
            sideOffset={6}
            collisionPadding={8}
          >
            {items.map((item, index) => (
              <Entry key={index} item={item} />
            ))}
          </DropdownMenu.Content>
        </aside>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Entry({ item }: { item: MenuItem }) {
  switch (item.kind) {
    case 'line':
      return <DropdownMenu.Separator />;
    case 'title':
      return <DropdownMenu.Label className="label">{item.label}</DropdownMenu.Label>;
    case 'link':
      return (
        <DropdownMenu.Item asChild>
          <Link to={item.to}>
            <Face {...item} />
          </Link>
        </DropdownMenu.Item>
      );
    case 'choice':
      return (
        <DropdownMenu.CheckboxItem checked={item.chosen} onSelect={item.onSelect}>
          <Face {...item} end={item.chosen && <Icon of={Check} />} />
        </DropdownMenu.CheckboxItem>
      );
    case 'action':
      return (
        <DropdownMenu.Item className={classNames(item.danger && 'bad')} onSelect={item.onSelect}>
          <Face {...item} />
        </DropdownMenu.Item>
      );
  }
}

function Face({ icon, label, end }: { icon: LucideIcon; label: string; end?: ReactNode }) {
  return (
    <>
      <Icon of={icon} />
      {label}
      {end && <span className="end">{end}</span>}
    </>
  );
}
