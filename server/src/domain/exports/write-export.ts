import { EXPORT_END, type DataExport } from '@cruddur/shared';
import type { ListPosition } from '../paging.ts';
import type { Ports } from '../ports.ts';
import type { AboveReplies, ExportPage, ExportView } from './ports.ts';

/** The fields that are small enough to be read at once, in the order of the file. */
export type ExportHead = Pick<DataExport, 'version' | 'exported_at' | 'profile' | 'settings' | 'sessions'>;

export interface ExportToWrite {
  sub: string;
  head: ExportHead;
  /** Called before each part. @throws to break off the file */
  checkAllowed: () => void;
}

type WriterPorts = Pick<Ports, 'exports' | 'clock'>;

/**
 * The file in parts of one page each. A page is read when the one before it has been taken, and its text is given out at once: what
 * expires, burns or is removed while the file is written is not in the later parts.
 */
export async function* writeExport(
  ports: WriterPorts,
  { sub, head, checkAllowed }: ExportToWrite,
): AsyncGenerator<string> {
  const { exports } = ports;
  yield `${JSON.stringify(head).slice(0, -1)},\n`;
  const read = <Item, Position>(readPage: ReadPage<Item, Position>) =>
    readPages(readPage, (after: Position | null) => {
      checkAllowed();
      return { sub, now: ports.clock.now(), after };
    });
  yield* writeList(
    'cruds',
    read((view: ExportView<ListPosition>) => exports.readCruds(view)),
  );
  const above: AboveReplies = new Map();
  yield* writeList(
    'replies',
    read((view: ExportView<ListPosition>) => exports.readReplies(view, above)),
  );
  for (const marks of ['likes', 'reposts'] as const)
    yield* writeList(
      marks,
      read((view: ExportView<string>) => exports.readMarks(marks, view)),
    );

  let separator = '';
  yield '"conversations":[';
  for await (const page of read((view: ExportView<string>) => exports.readConversations(view))) {
    for (const { conversation, head: upTo } of page) {
      yield `${separator}\n${JSON.stringify(conversation).slice(0, -1)},`;
      const group = conversation.uuid;
      yield* writeList(
        'messages',
        read((view: ExportView<number>) => exports.readMessages({ ...view, group, upTo })),
        '}',
      );
      separator = ',';
    }
  }
  yield `],\n${EXPORT_END}`;
}

type ReadPage<Item, Position> = (view: ExportView<Position>) => Promise<ExportPage<Item, Position>>;

async function* readPages<Item, Position>(
  readPage: ReadPage<Item, Position>,
  viewAfter: (position: Position | null) => ExportView<Position>,
): AsyncGenerator<readonly Item[]> {
  let position: Position | null = null;
  do {
    const page: ExportPage<Item, Position> = await readPage(viewAfter(position));
    yield page.items;
    position = page.next;
  } while (position !== null);
}

/** A field with a list, one item per line. @param end what follows it */
async function* writeList(
  name: string,
  pages: AsyncIterable<readonly unknown[]>,
  end = ',\n',
): AsyncGenerator<string> {
  let separator = '';
  let part = `"${name}":[`;
  for await (const page of pages) {
    for (const item of page) {
      part += `${separator}\n${JSON.stringify(item)}`;
      separator = ',';
    }
    yield part;
    part = '';
  }
  yield `]${end}`;
}
