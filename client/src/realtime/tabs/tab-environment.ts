import type { TabEnvironment } from './start-tab.ts';
import type { ChannelPort } from './tab-channel.ts';
import type { TabMessage } from './tab-message.ts';

/** What this browser lends for working together with other tabs; null on pages that are not secure. */
export function getTabEnvironment(): TabEnvironment | null {
  const { locks } = navigator as Partial<Navigator>;
  if (!locks || !('BroadcastChannel' in globalThis)) return null;
  return { locks, openChannel };
}

/** Only tabs of this origin are heard, and of this build's messages: the name carries their version. */
function openChannel(name: string): ChannelPort {
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    listen: (onMessage) => {
      channel.onmessage = ({ data }: MessageEvent<TabMessage>) => onMessage(data);
    },
    close() {
      channel.onmessage = null;
      channel.close();
    },
  };
}
