import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useEffect, useRef, useState, type ReactNode, useImperativeHandle, type Ref } from 'react';
import { Link } from 'react-router-dom';
import { clsx } from 'clsx';
import { Icon } from './icon.tsx';
import {
  menuIcons,
  type MenuIcon,
  type MenuItem,
  type MenuPlacement,
  type ReportChoice,
} from './menu-item.ts';
import type { Anchor, PopupProps } from './use-trigger.ts';

type Props = PopupProps & Required<MenuPlacement> & { items: readonly MenuItem[] };

/**
 * The content of a menu. Not modal: a modal Radix menu injects a style element as scroll lock, which the CSP forbids.
 */
export function MenuBody({ anchor, labelId, open, openedByKey, onClose, items, side, align }: Props) {
  return (
    <DropdownMenu.Root modal={false} open={open} onOpenChange={(next) => !next && onClose()}>
      <DropdownMenu.Trigger asChild>
        <AnchorProxy anchor={anchor} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        {/* A landmark: the portal is outside of every other one. */}
        <aside aria-label="Menu">
          <DropdownMenu.Content
            className="menu"
            aria-labelledby={labelId}
            side={side}
            align={align}
            sideOffset={6}
            collisionPadding={8}
          >
            <MenuEntries items={items} anchor={anchor} />
            {openedByKey && <FocusFirst />}
          </DropdownMenu.Content>
        </aside>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** The items of the moment in which the menu opened: a press must not reach another item that has taken the place of its own. */
function MenuEntries({ items, anchor }: Pick<Props, 'items' | 'anchor'>) {
  const [openedWith] = useState(() => items.filter(isUsable));
  return openedWith.map((item, index) => (
    <MenuEntry key={index} item={item} anchor={anchor} isFirst={index === 0} />
  ));
}

function isUsable(item: MenuItem): boolean {
  if (item.kind === 'link') return item.below === undefined || window.innerWidth < item.below;
  const needsKeyboard = item.kind === 'action' && item.needsKeyboard === true;
  return !needsKeyboard || !matchMedia('(hover: none) and (pointer: coarse)').matches;
}

/** Focuses the first item before Radix focuses the whole content. */
function FocusFirst() {
  const marker = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    marker.current?.parentElement?.querySelector<HTMLElement>('[role^=menuitem], a, button')?.focus();
  }, []);
  return <span ref={marker} hidden />;
}

function MenuEntry({ item, anchor, isFirst }: { item: MenuItem; anchor: Anchor; isFirst: boolean }) {
  switch (item.kind) {
    case 'separator':
      return isFirst ? null : <DropdownMenu.Separator />;
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
    case 'report':
      return (
        <>
          {!isFirst && <DropdownMenu.Separator />}
          {toReportActions(item).map((action) => (
            <MenuEntry key={action.label} item={action} anchor={anchor} isFirst={false} />
          ))}
        </>
      );
    case 'action':
      return (
        <DropdownMenu.Item
          className={clsx(item.danger && 'bad')}
          onSelect={() => {
            // A dialog that the item opens returns focus to the active element, which must outlive the menu.
            anchor.current?.focus();
            item.onSelect();
          }}
        >
          <MenuEntryContent {...item} />
        </DropdownMenu.Item>
      );
  }
}

function toReportActions({
  handle,
  isBlocked,
  withoutMutes,
  onSelect,
}: Extract<MenuItem, { kind: 'report' }>) {
  const action = (choice: ReportChoice, icon: MenuIcon, label: string) =>
    ({ kind: 'action', label, icon, onSelect: () => onSelect(choice) }) as const;
  return [
    ...(withoutMutes
      ? []
      : [action('mute', 'mute', `Mute @${handle}…`), action('mute words', 'mute', 'Mute words…')]),
    action('report', 'flag', 'Report'),
    action('block', 'ban', isBlocked ? `Unblock @${handle}…` : `Block @${handle}…`),
  ];
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

interface AnchorProxyProps {
  anchor: Anchor;
  ref?: Ref<HTMLElement | null>;
  'aria-controls'?: string;
  'aria-describedby'?: string;
}

/**
 * The trigger that Radix gets: it renders nothing and passes ref and ARIA attributes on to the real trigger, which was on the
 * page before Radix was loaded. So the real trigger is never remounted under a pointer or a focus.
 */
export function AnchorProxy({ anchor, ref, ...attributes }: AnchorProxyProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => anchor.current, [anchor]);
  useAnchorAttribute(anchor, 'aria-controls', attributes['aria-controls']);
  useAnchorAttribute(anchor, 'aria-describedby', attributes['aria-describedby']);
  return null;
}

function useAnchorAttribute(anchor: Anchor, name: string, value: string | undefined): void {
  useEffect(() => {
    const element = anchor.current;
    if (element === null || value === undefined) return;
    element.setAttribute(name, value);
    return () => element.removeAttribute(name);
  }, [anchor, name, value]);
}
