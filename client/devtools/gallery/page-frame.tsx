import { PenLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { AppFrame } from '../../src/app/frame/app-frame.tsx';
import { FloatingButton } from '../../src/base/ui/button.tsx';
import { FooterLinks } from '../../src/app/shell.tsx';
import { JoinPanel } from '../../src/account/sign-in/join-panel.tsx';
import { type NavSection, Navigation, TabBar } from '../../src/app/frame/navigation.tsx';
import { SearchBox } from '../../src/base/ui/search-box.tsx';
import { PeoplePanel } from '../../src/people/people-panel.tsx';
import { HashtagsPanel } from '../../src/feed/hashtags-panel.tsx';
import { ines, more, noop, sanne, trends } from './samples.ts';

export const unread = { notifications: 3, messages: 1 };

type Props = { section: NavSection; visitor?: boolean; onCrud?: () => void; children: ReactNode };

export function PageFrame({ section, visitor = false, onCrud = noop, children }: Props) {
  const me = visitor ? null : ines;
  const nav = { me, section, unread, more };
  return (
    <AppFrame
      nav={<Navigation {...nav} onCrud={onCrud} onSignOut={noop} />}
      side={
        <>
          <SearchBox term="" onSubmit={noop} />
          {visitor ? (
            <JoinPanel />
          ) : (
            <>
              <HashtagsPanel id="trending" title="Trending" hashtags={trends} />
              <PeoplePanel id="suggested" title="Suggested Users" people={[sanne]} />
            </>
          )}
          <FooterLinks />
        </>
      }
      foot={
        <>
          {!visitor && <FloatingButton icon={PenLine} label="Crud" onPress={onCrud} />}
          <TabBar {...nav} />
        </>
      }
    >
      {children}
    </AppFrame>
  );
}
