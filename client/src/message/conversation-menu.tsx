import { Ellipsis } from 'lucide-react';
import { profilePath } from '../paths.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';

type Props = {
  /** The other person's. */
  handle: string;
  onCopyLink: () => void;
};

/** What else can be done with a conversation. */
export function ConversationMenu({ handle, onCopyLink }: Props) {
  return (
    <Menu
      trigger={(props) => <IconButton {...props} label="More about this conversation" icon={Ellipsis} />}
      items={[
        { kind: 'link', label: 'View profile', icon: 'user', to: profilePath(handle) },
        { kind: 'action', label: 'Copy link', icon: 'link', onSelect: onCopyLink },
      ]}
    />
  );
}
