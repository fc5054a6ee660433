import { FolderOpen } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../src/base/ui/button.tsx';
import { IconButton } from '../../src/base/ui/icon.tsx';
import type { OpenedTrace } from './use-opened-trace.ts';

interface Props {
  opened: OpenedTrace | null;
  onOpen: (file: File) => void;
  onClose: () => void;
}

/** Opens a trace from a file; it can also be dropped anywhere on the page. */
export function OpenTrace({ opened, onOpen, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  if (opened) {
    return (
      <Button small variant="outline" onClick={onClose}>
        Back to live
      </Button>
    );
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onOpen(file);
          currentTarget.value = '';
        }}
      />
      <IconButton label="Open a trace" icon={FolderOpen} onClick={() => input.current?.click()} />
    </>
  );
}
