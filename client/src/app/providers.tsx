import { avatarUrl } from '@cruddur/shared';
import { QueryClientProvider } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { CallContext, LoggerContext, ReleaseContext } from '../base/http/page-services.ts';
import { avatarVersions } from '../base/http/avatar-versions.ts';
import { AvatarSourceProvider } from '../people/avatar.tsx';
import { ClockProvider } from '../base/clock/clock-react.tsx';
import { SessionContext } from '../base/session/session-react.tsx';
import { OutboxContext } from '../sync/outbox/outbox-react.tsx';
import { PresenceProvider } from '../sync/presence/presence-react.tsx';
import { RealtimeContext } from '../sync/realtime-react.tsx';
import type { Services } from './services.ts';
import { DraftsContext } from '../cruds/drafts.ts';

interface Props {
  services: Services;
  /** Epoch milliseconds by the server's clock; undefined on a client-rendered page. */
  serverRenderedAt?: number | undefined;
  children: ReactNode;
}

/** Provides the page's services to all components below. */
export function Providers({ services, serverRenderedAt, children }: Props) {
  const { config, runtime, logger, session, call, client, clock, realtime, drafts, outbox } = services;
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
      <SessionContext value={session}>
        <CallContext value={call}>
          <RealtimeContext value={realtime}>
            <PresenceProvider realtime={realtime} runtime={runtime} clock={clock}>
              <ClockProvider now={now} runtime={runtime} serverRenderedAt={serverRenderedAt}>
                <DraftsContext value={drafts}>
                  <OutboxContext value={outbox}>
                    <ReleaseContext value={config}>
                      <LoggerContext value={logger}>
                        <AvatarSourceProvider urlOf={urlOf}>{children}</AvatarSourceProvider>
                      </LoggerContext>
                    </ReleaseContext>
                  </OutboxContext>
                </DraftsContext>
              </ClockProvider>
            </PresenceProvider>
          </RealtimeContext>
        </CallContext>
      </SessionContext>
    </QueryClientProvider>
  );
}
