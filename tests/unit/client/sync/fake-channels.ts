import type { ChannelPort, TabMessage } from '../../../../client/src/sync/tabs/tab-channel.ts';

/** A channel among the tabs of one test: every message is delivered at once to all but its sender. */
export function createFakeChannels() {
  const members = new Map<ChannelPort, (message: TabMessage) => void>();
  return {
    open(): ChannelPort {
      const port: ChannelPort = {
        post(message) {
          for (const [member, receive] of [...members]) if (member !== port) receive(message);
        },
        listen: (receive) => void members.set(port, receive),
        close: () => void members.delete(port),
      };
      return port;
    },
  };
}
