import { MACHINES_CHANNEL, type InspectMessage } from './inspect-messages.ts';

/** Lets pages that show machines, in this tab or another one, watch this tab's. Until one asks, nothing runs for it. */
export function listenForInspectors(): void {
  const channel = new BroadcastChannel(MACHINES_CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<InspectMessage>) => {
    if (data.kind !== 'watch') return;
    // Without its code nobody can be told anything; the page says that no tab reports.
    import('./reporter.ts')
      .then(({ startReportingTo }) => startReportingTo(data.page, channel))
      .catch(() => undefined);
  };
  channel.postMessage({ kind: 'here' } satisfies InspectMessage);
}
