import { BROKEN_FRAMES, MALFORMED_PACKETS } from '../../../support/malformed-packets.ts';
import { encodeFrame } from '../../../support/raw-socket.ts';
import type { Random } from '../../../../client/devtools/simulation/random.ts';
import type { FuzzPerson } from './targets.ts';
import { mutateObject, mutateText, createHostileJson, createHostileText, type Json } from './values.ts';

const createValidFrames = ({
  group,
  cruds,
}: FuzzPerson): readonly (readonly [string, Record<string, Json>])[] => [
  ['sync', { stream: 'public', after: '0.0' }],
  ['sync', { stream: 'me', after: '0.0' }],
  ['auth', { token: 'x' }],
  ['typing', { message_group_uuid: group }],
  ['presence', { message_group_uuid: group }],
  ['quiet', { stream: 'public' }],
  ['viewing', { added: [...cruds], removed: [] }],
];

/** A WebSocket frame, or bytes that are none. */
export function createSocketInput(random: Random, person: FuzzPerson): Buffer {
  switch (random.between(0, 7)) {
    case 0:
      return encodeFrame(random.pick(MALFORMED_PACKETS));
    case 1:
      return encodeFrame(createRandomBytes(random));
    case 2:
      return createFragmentedText(random);
    case 3:
      return random.next() < 0.3
        ? random.pick(BROKEN_FRAMES)
        : encodeFrame(`42${JSON.stringify([createHostileText(random), createHostileJson(random)])}`);
    case 4:
      return encodeFrame(`42${'['.repeat(random.between(1, 5000))}`);
    default: {
      const [event, valid] = random.pick(createValidFrames(person));
      const ack = random.next() < 0.5 ? String(random.between(0, 1000)) : '';
      const text = `42${ack}${JSON.stringify([event, mutateObject(random, valid), ...(random.next() < 0.1 ? [1] : [])])}`;
      return encodeFrame(random.next() < 0.9 ? text : mutateText(random, text));
    }
  }
}

const createRandomBytes = (random: Random) =>
  Buffer.from(Array.from({ length: random.between(0, 200) }, () => random.between(0, 255)));

/** A text in two frames, of which the second may be missing or of a wrong type. */
function createFragmentedText(random: Random): Buffer {
  const first = encodeFrame('42["sync",');
  first.writeUInt8(0x01, 0);
  const second = encodeFrame('{}]');
  second.writeUInt8(random.pick([0x80, 0x80, 0x81, 0x00]), 0);
  return Buffer.concat([first, second]);
}
