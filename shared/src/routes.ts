import * as z from 'zod/mini';
import { addresses } from './addresses.ts';
import type { RouteShape } from './route-table.ts';
import * as activity from './schemas/activity.ts';
import { machinesReport } from './schemas/machines.ts';
import * as message from './schemas/message.ts';
import * as person from './schemas/person.ts';
import { count, laxText, notBlank, uuid } from './schemas/primitives.ts';
import { syncAnswer } from './schemas/sync.ts';

const aboutOne = ['activity_not_found', 'activity_expired'] as const;
const writing = [
  'operation_id_invalid',
  'operation_id_reused',
  'cognito_user_id_blank',
  'handle_taken',
] as const;
const posting = ['message_blank', 'message_exceed_max_chars_1024', ...writing] as const;
const markAnswer = { access: 'person', budget: 'write', output: activity.marks, errors: aboutOne } as const;

/**
 * Every call of the product. Literal paths stand before paths with parameters that would also fit them.
 * The server mounts this table, the client calls by its names, and the documents and the authorisation matrix read it.
 */
export const routes = {
  homeFeed: {
    ...{ ...addresses.homeFeed, summary: 'Everybody’s unexpired cruds, newest first' },
    ...{ access: 'person', budget: 'read', paged: true, snapshot: true },
    ...{ output: z.array(activity.activity), errors: [] },
  },
  notifications: {
    ...{ ...addresses.notifications, summary: 'What others did with yours' },
    ...{ access: 'person', budget: 'read', paged: true, snapshot: true },
    ...{ output: z.array(activity.notification), errors: [] },
  },
  markNotificationsRead: {
    ...{
      ...addresses.markNotificationsRead,
      summary: 'Notifications up to a cursor are read',
    },
    ...{ access: 'person', budget: 'write', body: activity.notificationsRead },
    ...{ output: z.object({ unread: count }), errors: ['cursor_invalid'] },
  },
  search: {
    ...{ ...addresses.search, summary: 'People, cruds and hashtags' },
    ...{ access: 'person', budget: 'lookup', snapshot: true },
    query: z.object({ term: laxText.check(notBlank('search_term_blank')) }),
    ...{ output: activity.searchResult, errors: ['search_term_blank'] },
  },
  createActivity: {
    ...{ ...addresses.createActivity, summary: 'Light a crud' },
    ...{ access: 'person', budget: 'write', operation: true, body: activity.newActivity },
    ...{ output: activity.activity, errors: ['ttl_blank', ...posting] },
  },
  profilePage: {
    ...{ ...addresses.profilePage, summary: 'A profile and its cruds' },
    ...{ access: 'optional', budget: 'read', paged: true, snapshot: true },
    ...{ output: activity.profilePage, errors: ['user_not_found'] },
  },
  singlePost: {
    ...{
      ...addresses.singlePost,
      summary: 'One crud with its replies',
    },
    ...{ access: 'optional', budget: 'read', paged: true, snapshot: true },
    ...{ output: activity.singlePost, errors: aboutOne },
  },
  createReply: {
    ...{ ...addresses.createReply, summary: 'Reply to a crud' },
    ...{ access: 'person', budget: 'write', operation: true, body: activity.newReply },
    ...{ output: activity.activity, errors: ['activity_uuid_blank', ...posting, ...aboutOne] },
  },
  like: {
    ...addresses.like,
    summary: 'Like a crud',
    ...markAnswer,
  },
  unlike: {
    ...addresses.unlike,
    summary: 'Take a like back',
    ...markAnswer,
  },
  repost: {
    ...addresses.repost,
    summary: 'Repost a crud',
    ...markAnswer,
  },
  unrepost: {
    ...{ ...addresses.unrepost, summary: 'Take a repost back' },
    ...markAnswer,
  },
  burnActivity: {
    ...{ ...addresses.burnActivity, summary: 'Burn an own crud now' },
    ...{ access: 'person', budget: 'write', output: z.object({ uuid }), errors: aboutOne },
  },
  updateProfile: {
    ...{ ...addresses.updateProfile, summary: 'Change the own name and bio' },
    ...{ access: 'person', budget: 'write', operation: true, body: person.profileUpdate },
    output: person.updatedProfile,
    errors: [
      'display_name_blank',
      'display_name_exceed_max_chars_50',
      'bio_exceed_max_chars_160',
      ...writing,
    ],
  },
  messageGroups: {
    ...{ ...addresses.messageGroups, summary: 'The own conversations, latest first' },
    ...{ access: 'person', budget: 'read', paged: true, snapshot: true },
    ...{ output: z.array(message.messageGroup), errors: [] },
  },
  messages: {
    ...{
      ...addresses.messages,
      summary: 'A page of a conversation, oldest first',
    },
    ...{ access: 'person', budget: 'read', paged: true, snapshot: true },
    ...{ output: z.array(message.directMessage), errors: ['message_group_not_found'] },
  },
  sendMessage: {
    ...{ ...addresses.sendMessage, summary: 'Send a direct message' },
    ...{
      access: 'person',
      budget: 'write',
      operation: true,
      body: message.newMessage,
      output: message.directMessage,
    },
    errors: ['message_group_uuid_blank', 'user_reciever_handle_blank', 'message_group_not_found', ...posting],
  },
  markMessagesRead: {
    ...{
      ...addresses.markMessagesRead,
      summary: 'A conversation is read up to a message',
    },
    ...{ access: 'person', budget: 'write', body: message.messageRead },
    ...{ output: message.readState, errors: ['message_group_not_found'] },
  },
  me: {
    ...{ ...addresses.me, summary: 'The own profile and what is unread' },
    ...{
      access: 'person',
      budget: 'read',
      snapshot: true,
      output: person.me,
      errors: ['handle_taken', 'cognito_user_id_blank'],
    },
  },
  deleteAccount: {
    ...{ ...addresses.deleteAccount, summary: 'Delete the own account and all that is in it' },
    ...{ access: 'person', budget: 'write', evenErased: true },
    ...{ output: z.object({ deleted: z.literal(true) }), errors: ['handle_taken', 'cognito_user_id_blank'] },
  },
  suggestedUsers: {
    ...{ ...addresses.suggestedUsers, summary: 'People to look at' },
    ...{ access: 'person', budget: 'read', output: z.array(person.shortUser), errors: [] },
  },
  shortUser: {
    ...{ ...addresses.shortUser, summary: 'Who has this handle' },
    ...{ access: 'person', budget: 'lookup', output: person.shortUser, errors: ['user_not_found'] },
  },
  handleAvailable: {
    ...{ ...addresses.handleAvailable, summary: 'Whether a handle is free' },
    ...{ access: 'public', budget: 'lookup', output: z.object({ available: z.boolean() }), errors: [] },
  },
  trends: {
    ...{ ...addresses.trends, summary: 'Hashtags of unexpired cruds by use' },
    ...{ access: 'person', budget: 'read', output: z.array(person.hashtagCount), errors: [] },
  },
  requestAvatarUpload: {
    ...{
      ...addresses.requestAvatarUpload,
      summary: 'An address to PUT a picture to, good for 300 s',
    },
    ...{ access: 'person', budget: 'write', body: person.avatarUpload },
    ...{ output: z.object({ url: z.string() }), errors: ['extension_invalid'] },
  },
  endSession: {
    ...{ ...addresses.endSession, summary: 'End this session, or all of the person’s' },
    ...{ access: 'person', budget: 'write', body: z.object({ all: z.nullish(z.boolean()) }) },
    ...{ output: z.object({ ended: z.literal(true) }), errors: [] },
  },
  sync: {
    ...{ ...addresses.sync, summary: 'Events after the given cursors' },
    ...{
      access: 'optional',
      budget: 'read',
      query: z.object({ public: z.optional(z.string()), me: z.optional(z.string()) }),
    },
    ...{ output: syncAnswer, errors: ['cursor_invalid'] },
  },
  machines: {
    ...{ ...addresses.machines, summary: 'What this gateway’s own state machines do, where it shows them' },
    ...{ access: 'public', budget: 'lookup', output: machinesReport, errors: ['generic_404'] },
  },
} as const satisfies Record<string, RouteShape>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;
