import type {
  ExportedConversation,
  ExportedCrud,
  ExportedMark,
  ExportedMessage,
  ExportedReply,
  Profile,
} from '@cruddur/shared';
import type { ListPosition } from '../paging.ts';

/** Which part of a person's data is read: what is living at `now`, after a position. */
export interface ExportView<Position> {
  sub: string;
  now: Date;
  after: Position | null;
}

/** `next` is null at the end. */
export interface ExportPage<Item, Position> {
  items: Item[];
  next: Position | null;
}

/** Messages of one conversation up to the position that was the last one when the conversation was read. */
export interface MessagesView extends ExportView<number> {
  group: string;
  upTo: number;
}

/** What is above replies, by uuid: the parent of each crud, and whether it is gone. Found by one page, used by the next ones. */
export type AboveReplies = Map<string, { parent: string | null; gone: boolean }>;

/** A conversation with the position of its latest message. */
export interface ConversationToExport {
  conversation: ExportedConversation;
  head: number;
}

/** Reads of one page each, in statements of their own. */
export interface ExportReads {
  /** When the person signed up, and what of the profile a suspension hides. */
  findAccount(sub: string): Promise<{ createdAt: Date; hidden: Partial<Profile> } | null>;
  readCruds(view: ExportView<ListPosition>): Promise<ExportPage<ExportedCrud, ListPosition>>;
  /** Without replies to cruds that are burned or have expired, which may still be stored. */
  readReplies(
    view: ExportView<ListPosition>,
    above: AboveReplies,
  ): Promise<ExportPage<ExportedReply, ListPosition>>;
  /** Marks on cruds that the person sees. */
  readMarks(marks: 'likes' | 'reposts', view: ExportView<string>): Promise<ExportPage<ExportedMark, string>>;
  readConversations(view: ExportView<string>): Promise<ExportPage<ConversationToExport, string>>;
  /** Without removed messages. */
  readMessages(view: MessagesView): Promise<ExportPage<ExportedMessage, number>>;
}

export interface ExportWrites {
  /**
   * Counts an export. Waits for concurrent ones of the person.
   * @returns null, or when the next one is possible, with nothing counted
   * @throws Refusal generic_401 for an erased person
   */
  claimExport(sub: string, now: Date): Promise<Date | null>;
}
