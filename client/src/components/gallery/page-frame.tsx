import type { ReactNode } from 'react';
import { AppFrame } from '../app-frame.tsx';
import { CrudButton } from '../crud-button.tsx';
import { FooterLinks } from '../footer-links.tsx';
import { JoinPanel } from '../join-panel.tsx';
import type { Section } from '../nav-places.ts';
import { Navigation } from '../navigation.tsx';
import { SearchBox } from '../search-box.tsx';
import { SuggestedPanel } from '../suggested-panel.tsx';
import { TabBar } from '../tab-bar.tsx';
import { TrendingPanel } from '../trending-panel.tsx';
import { ines, more, nothing, sanne, trends } from './samples.ts';

export const unread = { notifications: 3, messages: 1 };

type Props = { section: Section; visitor?: boolean; onCrud?: () => void; children: ReactNode };

export function PageFrame({ section, visitor = false, onCrud = nothing, children }: Props) {
  const me = visitor ? null : ines;
  const nav = { me, section, unread, more };
  return (
    <AppFrame
      nav={<Navigation {...nav} onCrud={onCrud} onSignOut={nothing} />}
      side={
        <>
          <SearchBox asked="" onSubmit={nothing} />
          {visitor ? (
            <JoinPanel />
          ) : (
            <>
              <TrendingPanel trends={trends} />
              <SuggestedPanel people={[sanne]} />
            </>
          )}
          <FooterLinks />
        </>
      }
      foot={
        <>
          {!visitor && <CrudButton onCrud={onCrud} />}
          <TabBar {...nav} />
        </>
      }
    >
      {children}
    </AppFrame>
  );
}
