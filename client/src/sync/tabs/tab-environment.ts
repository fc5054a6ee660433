import { getWebLocks } from '../../base/runtime/browser-runtime.ts';
import type { TabEnvironment } from './start-tab.ts';
import type { ChannelPort, TabMessage } from './tab-channel.ts';

/** This browser's APIs for coordinating tabs; null on insecure pages, which lack them. */
export function getTabEnvironment(): TabEnvironment | null {
  const locks = getWebLocks();
  if (!locks || !('BroadcastChannel' in globalThis)) return null;
  return { locks, openChannel };
}

/** Every message has this type: the channel is limited to this origin, and its name contains the version. */
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
