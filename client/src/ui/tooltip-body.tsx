import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import { AnchorProxy } from './anchor-proxy.tsx';
import type { Anchor } from './use-anchor.ts';

interface Props {
  anchor: Anchor;
  text: ReactNode;
  open: boolean;
  onClose: () => void;
}

/** The words of a tooltip, beside what they are about. */
export function TooltipBody({ anchor, text, open, onClose }: Props) {
  return (
    <Tooltip.Provider>
      <Tooltip.Root open={open} onOpenChange={(wanted) => !wanted && onClose()}>
        <Tooltip.Trigger asChild>
          <AnchorProxy anchor={anchor} />
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content className="tip" sideOffset={6} collisionPadding={8}>
            {text}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}
