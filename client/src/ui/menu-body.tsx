import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from './class-names.ts';
import { FocusFirst } from './focus-first.tsx';
import { Icon } from './icon.tsx';
import { menuIcons, type MenuIcon } from './menu-icons.ts';
import type { MenuPlacement, MenuItem } from './menu-item.ts';
import { AnchorProxy } from './anchor-proxy.tsx';
import type { Anchor } from './use-anchor.ts';
import type { PopupProps } from './use-trigger.ts';

type Props = PopupProps & Required<MenuPlacement> & { items: readonly MenuItem[] };

/**
 * What drops from a menu's trigger. It is not modal, because a modal one would inject a style element to hold the page still,
 * and the content policy forbids that.
 */
export function MenuBody({ anchor, labelId, open, openedByKey, onClose, items, side, align }: Props) {
  return (
    <DropdownMenu.Root modal={false} open={open} onOpenChange={(wanted) => !wanted && onClose()}>
      <DropdownMenu.Trigger asChild>
        <AnchorProxy anchor={anchor} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        {/* At the end of the body it would stand outside of every landmark. */}
        <aside aria-label="Menu">
          <DropdownMenu.Content
            className="menu"
            aria-labelledby={labelId}
            side={side}
            align={align}
            sideOffset={6}
            collisionPadding={8}
          >
            {items.map((item, index) => (
              <MenuEntry key={index} item={item} anchor={anchor} />
            ))}
            {openedByKey && <FocusFirst />}
          </DropdownMenu.Content>
        </aside>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function MenuEntry({ item, anchor }: { item: MenuItem; anchor: Anchor }) {
  switch (item.kind) {
    case 'line':
      return <DropdownMenu.Separator />;
    case 'link':
      return (
        <DropdownMenu.Item asChild>
          <Link to={item.to}>
            <MenuEntryContent {...item} />
          </Link>
        </DropdownMenu.Item>
      );
    case 'choices':
      return <MenuRadioGroup {...item} />;
    case 'action':
      return (
        <DropdownMenu.Item
          className={classNames(item.danger && 'bad')}
          onSelect={() => {
            // What opens by it gives focus back to where it found it, and the menu is gone by then.
            anchor.current?.focus();
            item.onSelect();
          }}
        >
          <MenuEntryContent {...item} />
        </DropdownMenu.Item>
      );
  }
}

function MenuRadioGroup({ label, options }: Extract<MenuItem, { kind: 'choices' }>) {
  return (
    <DropdownMenu.RadioGroup aria-label={label} value={options.find(({ chosen }) => chosen)?.label ?? ''}>
      <DropdownMenu.Label className="label">{label}</DropdownMenu.Label>
      {options.map((option) => (
        <DropdownMenu.RadioItem key={option.label} value={option.label} onSelect={option.onSelect}>
          <MenuEntryContent {...option} end={option.chosen && <Icon of={Check} />} />
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

function MenuEntryContent({ icon, label, end }: { icon: MenuIcon; label: string; end?: ReactNode }) {
  return (
    <>
      <Icon of={menuIcons[icon]} />
      {label}
      {end && <span className="end">{end}</span>}
    </>
  );
}
