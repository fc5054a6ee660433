import { MACHINES_CHANNEL, type InspectMessage } from './inspect-messages.ts';

/** Lets pages `/machines`, in this tab or another one, watch this tab's actors. Nothing else is loaded until one does. */
export function listenForInspectors(): void {
  const channel = new BroadcastChannel(MACHINES_CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<InspectMessage>) => {
    if (data.kind !== 'watch') return;
    // When the chunk does not load, the page shows that no tab reports.
    import('./reporter.ts')
      .then(({ startReportingTo }) => startReportingTo(data.page, channel))
      .catch(() => undefined);
  };
  channel.postMessage({ kind: 'here' } satisfies InspectMessage);
}
