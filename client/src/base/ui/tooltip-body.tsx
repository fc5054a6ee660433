import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import { AnchorProxy } from './menu-body.tsx';
import type { Anchor } from './use-trigger.ts';

interface Props {
  anchor: Anchor;
  text: ReactNode;
  open: boolean;
  onClose: () => void;
}

/** The content of a tooltip. */
export function TooltipBody({ anchor, text, open, onClose }: Props) {
  return (
    <Tooltip.Provider>
      <Tooltip.Root open={open} onOpenChange={(next) => !next && onClose()}>
        <Tooltip.Trigger asChild>
          <AnchorProxy anchor={anchor} />
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content className="tooltip" sideOffset={6} collisionPadding={8}>
            {text}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}
