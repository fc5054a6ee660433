import { SquarePen } from 'lucide-react';
import { useState } from 'react';
import { ConversationsFrame } from '../../src/app/conversations-shell.tsx';
import { ConversationRow } from '../../src/messages/conversation-row.tsx';
import { IconButton } from '../../src/base/ui/icon.tsx';
import { MessageBubbles } from '../../src/messages/message-bubbles.tsx';
import { MessageComposer } from '../../src/messages/composer.tsx';
import { MessageLog } from '../../src/messages/message-log.tsx';
import { Navigation, TabBar } from '../../src/app/frame/navigation.tsx';
import { PageHeader } from '../../src/base/ui/page-header.tsx';
import { ConversationHeader, ConversationMenu } from '../../src/messages/conversation-header.tsx';
import { unread } from './page-frame.tsx';
import { bubbles, groups, ines, more, noop, odalys } from './samples.ts';

export function MessagesPage() {
  const [text, setText] = useState('');
  const nav = { me: ines, section: 'messages', unread, more } as const;
  const visiblePane = new URLSearchParams(location.search).get('at') === 'list' ? 'list' : 'conversation';
  return (
    <ConversationsFrame
      nav={<Navigation {...nav} onCrud={noop} onSignOut={noop} />}
      visiblePane={visiblePane}
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
      <ConversationHeader
        person={odalys}
        isPresent
        lifetime="1-day"
        end={
          <ConversationMenu
            handle={odalys.handle}
            onCopyLink={noop}
            isBlocked={false}
            onReport={noop}
            lifetime="1-day"
            onLifetime={noop}
          />
        }
      />
      <MessageLog name={odalys.display_name} typing>
        <MessageBubbles
          bubbles={bubbles}
          onUndo={noop}
          onRetry={noop}
          onEdit={noop}
          onCopy={noop}
          onDiscard={noop}
          onRemove={noop}
          onReport={noop}
        />
      </MessageLog>
      <MessageComposer
        name={odalys.display_name}
        value={text}
        onChange={setText}
        onSubmit={() => setText('')}
      />
    </ConversationsFrame>
  );
}
