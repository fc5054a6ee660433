import * as z from 'zod/mini';
import { endpoints } from './endpoints.ts';
import type { RouteShape } from './route-table.ts';
import * as activity from './schemas/activity.ts';
import { machinesReport } from './schemas/machines.ts';
import * as message from './schemas/message.ts';
import * as person from './schemas/person.ts';
import { count, optionalText, notBlank, uuid } from './schemas/primitives.ts';
import { syncAnswer } from './schemas/sync.ts';

const activityErrors = ['activity_not_found', 'activity_expired'] as const;
const operationErrors = [
  'operation_id_invalid',
  'operation_id_reused',
  'cognito_user_id_blank',
  'handle_taken',
] as const;
const messageErrors = ['message_blank', 'message_exceed_max_chars_1024', ...operationErrors] as const;
const markRoute = {
  access: 'person',
  budget: 'write',
  output: activity.marks,
  errors: activityErrors,
} as const;

/**
 * Every call of the product. Literal paths stand before paths with parameters that would also fit them.
 * The server mounts this table, the client calls by its names, and the documents and the authorisation matrix read it.
 */
export const routes = {
  homeFeed: {
    ...{ ...endpoints.homeFeed, summary: 'Everybody’s unexpired cruds, newest first' },
    ...{ access: 'person', budget: 'read', paged: true, snapshot: true },
    ...{ output: z.array(activity.activity), errors: [] },
  },
  notifications: {
    ...{ ...endpoints.notifications, summary: 'What others did with yours' },
    ...{ access: 'person', budget: 'read', paged: true, snapshot: true },
    ...{ output: z.array(activity.notification), errors: [] },
  },
  markNotificationsRead: {
    ...{
      ...endpoints.markNotificationsRead,
      summary: 'Notifications up to a cursor are read',
    },
    ...{ access: 'person', budget: 'write', body: activity.notificationsRead },
    ...{ output: z.object({ unread: count }), errors: ['cursor_invalid'] },
  },
  search: {
    ...{ ...endpoints.search, summary: 'People, cruds and hashtags' },
    ...{ access: 'person', budget: 'lookup', snapshot: true },
    query: z.object({ term: optionalText.check(notBlank('search_term_blank')) }),
    ...{ output: activity.searchResult, errors: ['search_term_blank'] },
  },
  createActivity: {
    ...{ ...endpoints.createActivity, summary: 'Light a crud' },
    ...{ access: 'person', budget: 'write', operation: true, body: activity.newActivity },
    ...{ output: activity.activity, errors: ['ttl_blank', ...messageErrors] },
  },
  profilePage: {
    ...{ ...endpoints.profilePage, summary: 'A profile and its cruds' },
    ...{ access: 'optional', budget: 'read', paged: true, snapshot: true },
    ...{ output: activity.profilePage, errors: ['user_not_found'] },
  },
  singlePost: {
    ...{
      ...endpoints.singlePost,
      summary: 'One crud with its replies',
    },
    ...{ access: 'optional', budget: 'read', paged: true, snapshot: true },
    ...{ output: activity.singlePost, errors: activityErrors },
  },
  createReply: {
    ...{ ...endpoints.createReply, summary: 'Reply to a crud' },
    ...{ access: 'person', budget: 'write', operation: true, body: activity.newReply },
    ...{ output: activity.activity, errors: ['activity_uuid_blank', ...messageErrors, ...activityErrors] },
  },
  like: {
    ...endpoints.like,
    summary: 'Like a crud',
    ...markRoute,
  },
  unlike: {
    ...endpoints.unlike,
    summary: 'Take a like back',
    ...markRoute,
  },
  repost: {
    ...endpoints.repost,
    summary: 'Repost a crud',
    ...markRoute,
  },
  unrepost: {
    ...{ ...endpoints.unrepost, summary: 'Take a repost back' },
    ...markRoute,
  },
  burnActivity: {
    ...{ ...endpoints.burnActivity, summary: 'Burn an own crud now' },
    ...{ access: 'person', budget: 'write', output: z.object({ uuid }), errors: activityErrors },
  },
  updateProfile: {
    ...{ ...endpoints.updateProfile, summary: 'Change the own name and bio' },
    ...{ access: 'person', budget: 'write', operation: true, body: person.profileUpdate },
    output: person.updatedProfile,
    errors: [
      'display_name_blank',
      'display_name_exceed_max_chars_50',
      'bio_exceed_max_chars_160',
      ...operationErrors,
    ],
  },
  messageGroups: {
    ...{ ...endpoints.messageGroups, summary: 'The own conversations, latest first' },
    ...{ access: 'person', budget: 'read', paged: true, snapshot: true },
    ...{ output: z.array(message.messageGroup), errors: [] },
  },
  messages: {
    ...{
      ...endpoints.messages,
      summary: 'A page of a conversation, oldest first',
    },
    ...{ access: 'person', budget: 'read', paged: true, snapshot: true },
    ...{ output: z.array(message.directMessage), errors: ['message_group_not_found'] },
  },
  sendMessage: {
    ...{ ...endpoints.sendMessage, summary: 'Send a direct message' },
    ...{
      access: 'person',
      budget: 'write',
      operation: true,
      body: message.newMessage,
      output: message.directMessage,
    },
    errors: [
      'message_group_uuid_blank',
      'user_reciever_handle_blank',
      'message_group_not_found',
      ...messageErrors,
    ],
  },
  markMessagesRead: {
    ...{
      ...endpoints.markMessagesRead,
      summary: 'A conversation is read up to a message',
    },
    ...{ access: 'person', budget: 'write', body: message.messageRead },
    ...{ output: message.readState, errors: ['message_group_not_found'] },
  },
  me: {
    ...{ ...endpoints.me, summary: 'The own profile and what is unread' },
    ...{
      access: 'person',
      budget: 'read',
      snapshot: true,
      output: person.me,
      errors: ['handle_taken', 'cognito_user_id_blank'],
    },
  },
  deleteAccount: {
    ...{ ...endpoints.deleteAccount, summary: 'Delete the own account and all that is in it' },
    ...{ access: 'person', budget: 'write', allowErased: true },
    ...{ output: z.object({ deleted: z.literal(true) }), errors: ['handle_taken', 'cognito_user_id_blank'] },
  },
  suggestedUsers: {
    ...{ ...endpoints.suggestedUsers, summary: 'People to look at' },
    ...{ access: 'person', budget: 'read', output: z.array(person.shortUser), errors: [] },
  },
  shortUser: {
    ...{ ...endpoints.shortUser, summary: 'Who has this handle' },
    ...{ access: 'person', budget: 'lookup', output: person.shortUser, errors: ['user_not_found'] },
  },
  handleAvailable: {
    ...{ ...endpoints.handleAvailable, summary: 'Whether a handle is free' },
    ...{ access: 'public', budget: 'lookup', output: z.object({ available: z.boolean() }), errors: [] },
  },
  trends: {
    ...{ ...endpoints.trends, summary: 'Hashtags of unexpired cruds by use' },
    ...{ access: 'person', budget: 'read', output: z.array(person.hashtagCount), errors: [] },
  },
  requestAvatarUpload: {
    ...{
      ...endpoints.requestAvatarUpload,
      summary: 'An address to PUT a picture to, good for 300 s',
    },
    ...{ access: 'person', budget: 'write', body: person.avatarUpload },
    ...{ output: z.object({ url: z.string() }), errors: ['extension_invalid', 'generic_413'] },
  },
  endSession: {
    ...{ ...endpoints.endSession, summary: 'End this session, or all of the person’s' },
    ...{ access: 'person', budget: 'write', body: z.object({ all: z.nullish(z.boolean()) }) },
    ...{ output: z.object({ ended: z.literal(true) }), errors: [] },
  },
  sync: {
    ...{ ...endpoints.sync, summary: 'Events after the given cursors' },
    ...{
      access: 'optional',
      budget: 'read',
      query: z.object({ public: z.optional(z.string()), me: z.optional(z.string()) }),
    },
    ...{ output: syncAnswer, errors: ['cursor_invalid'] },
  },
  machines: {
    ...{ ...endpoints.machines, summary: 'What this gateway’s own state machines do, where it shows them' },
    ...{ access: 'public', budget: 'lookup', output: machinesReport, errors: ['generic_404'] },
  },
} as const satisfies Record<string, RouteShape>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;
