import { createClient } from './clients.ts';
import type { TestPerson } from './people.ts';

export interface MixedWriterOptions {
  people: readonly TestPerson[];
  /** Cruds that any user may act on; all writers share it. */
  known: string[];
  /** The gateway to write to. */
  url: string;
}

/** Performs one write of every kind in turn. `n` selects user and action. @returns the status of the answer */
export function createMixedWriter({
  people,
  known,
  url,
}: MixedWriterOptions): (n: number) => Promise<number> {
  const pick = <T>(from: readonly T[], n: number) => from[n % from.length];
  let group: string | undefined;

  return async (n) => {
    const me = pick(people, n * 7 + (n >> 3));
    const other = pick(people, n * 5 + 1);
    if (!me || !other) throw new Error('there is no author');
    const client = createClient(url, me.accessToken);
    const activity_uuid = pick(known, known.length - 1 - (n % 12)) ?? me.sub;
    const target = { params: { activity_uuid } };

    const operations = [
      async () => {
        const answer = await client.call('createActivity', {
          body: { message: `${n} @${other.handle} #mixed` },
        });
        if (answer.status === 200) known.push((answer.body as { uuid: string }).uuid);
        return answer;
      },
      () => client.call('createReply', { ...target, body: { activity_uuid, message: `re ${n}` } }),
      () => client.call('like', target),
      () => client.call('createReply', { ...target, body: { activity_uuid, message: `@${other.handle}` } }),
      () => client.call('repost', target),
      () => client.call('burnActivity', target),
      async () => {
        const handle = other === me ? (pick(people, people.indexOf(me) + 1)?.handle ?? '') : other.handle;
        const sent = await client.call('sendMessage', { body: { handle, message: `dm ${n}` } });
        group = (sent.body as { message_group_uuid?: string }).message_group_uuid ?? group;
        return sent;
      },
      () =>
        client.call('sendMessage', { body: { message_group_uuid: group ?? me.sub, message: `again ${n}` } }),
      () =>
        client.call('markMessagesRead', {
          params: { message_group_uuid: group ?? me.sub },
          body: { uuid: me.sub },
        }),
      () => client.call('unlike', target),
      () => client.call('updateProfile', { body: { display_name: `Name ${n}` } }),
    ];
    const { status } = (await pick(operations, n)?.()) ?? { status: 0 };
    return status;
  };
}
