import { SquarePen } from 'lucide-react';
import { useState } from 'react';
import { TalkFrame } from '../talk-frame.tsx';
import { ConversationRow } from '../conversation-row.tsx';
import { IconButton } from '../icon-button.tsx';
import { MessageBubbles } from '../message-bubbles.tsx';
import { MessageComposer } from '../message-composer.tsx';
import { MessageLog } from '../message-log.tsx';
import { Navigation } from '../navigation.tsx';
import { PageHeader } from '../page-header.tsx';
import { RoomHeader } from '../room-header.tsx';
import { RoomMenu } from '../room-menu.tsx';
import { TabBar } from '../tab-bar.tsx';
import { unread } from './page-frame.tsx';
import { bubbles, groups, ines, more, nothing, odalys } from './samples.ts';

export function MessagesPage() {
  const [text, setText] = useState('');
  const nav = { me: ines, section: 'messages', unread, more } as const;
  const at = new URLSearchParams(location.search).get('at') === 'list' ? 'list' : 'room';
  return (
    <TalkFrame
      nav={<Navigation {...nav} onCrud={nothing} onSignOut={nothing} />}
      at={at}
      list={
        <>
          <PageHeader title="Messages" end={<IconButton label="New message" icon={SquarePen} />} />
          <ul>
            {groups.map((group) => (
              <li key={group.uuid}>
                <ConversationRow group={group} active={group.handle === odalys.handle} />
              </li>
            ))}
          </ul>
        </>
      }
      foot={<TabBar {...nav} />}
    >
      <RoomHeader person={odalys} here end={<RoomMenu handle={odalys.handle} onCopyLink={nothing} />} />
      <MessageLog name={odalys.display_name} typing>
        <MessageBubbles bubbles={bubbles} onRetry={nothing} onCopy={nothing} onDiscard={nothing} />
      </MessageLog>
      <MessageComposer
        name={odalys.display_name}
        value={text}
        onChange={setText}
        onSubmit={() => setText('')}
      />
    </TalkFrame>
  );
}
