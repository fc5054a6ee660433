import { avatarUrl } from '@cruddur/shared';
import { QueryClientProvider } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { ApiProvider } from '../api/api-react.tsx';
import { avatarVersions } from '../api/avatar-versions.ts';
import { AvatarSourceProvider } from '../people/avatar-source.tsx';
import { ClockProvider } from '../clock/clock-react.tsx';
import { DraftsContext } from '../compose/drafts-react.tsx';
import { SessionProvider } from '../auth/session/session-react.tsx';
import { OutboxContext } from '../outbox/outbox-react.tsx';
import { PresenceProvider } from '../realtime/presence/presence-react.tsx';
import { RealtimeProvider } from '../realtime/realtime-react.tsx';
import { ReleaseContext } from './release.ts';
import type { Services } from './services.ts';

interface Props {
  services: Services;
  /** Epoch milliseconds by the server's clock; undefined on a client-rendered page. */
  serverRenderedAt?: number | undefined;
  children: ReactNode;
}

/** Provides the page's services to all components below. */
export function Providers({ services, serverRenderedAt, children }: Props) {
  const { config, runtime, session, call, client, clock, realtime, drafts, outbox } = services;
  const offset = useSyncExternalStore(clock.subscribe, clock.getOffset, clock.getOffset);
  const now = useMemo(() => () => runtime.now() + offset, [runtime, offset]);
  const versions = useSyncExternalStore(
    avatarVersions.subscribe,
    avatarVersions.getSnapshot,
    avatarVersions.getSnapshot,
  );
  const urlOf = useMemo(() => {
    // An avatar without a known version is not requested.
    return (id: string, version: number) => {
      const newest = Math.max(version, versions.get(id) ?? 0);
      return newest > 0 ? avatarUrl(id, newest) : '';
    };
  }, [versions]);
  return (
    <QueryClientProvider client={client}>
      <SessionProvider session={session}>
        <ApiProvider call={call}>
          <RealtimeProvider realtime={realtime}>
            <PresenceProvider realtime={realtime} runtime={runtime} clock={clock}>
              <ClockProvider now={now} runtime={runtime} serverRenderedAt={serverRenderedAt}>
                <DraftsContext value={drafts}>
                  <OutboxContext value={outbox}>
                    <ReleaseContext value={config}>
                      <AvatarSourceProvider urlOf={urlOf}>{children}</AvatarSourceProvider>
                    </ReleaseContext>
                  </OutboxContext>
                </DraftsContext>
              </ClockProvider>
            </PresenceProvider>
          </RealtimeProvider>
        </ApiProvider>
      </SessionProvider>
    </QueryClientProvider>
  );
}
