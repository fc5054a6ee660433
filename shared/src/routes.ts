import * as z from 'zod/mini';
import { accountRoutes } from './account-routes.ts';
import { blockRoutes } from './block-routes.ts';
import { endpoints } from './endpoints.ts';
import { messageRoutes } from './message-routes.ts';
import { muteRoutes } from './mute-routes.ts';
import { messageErrors, operationErrors } from './operation-errors.ts';
import { privacyRoutes } from './privacy-routes.ts';
import { pushRoutes } from './push-routes.ts';
import { requestRoutes } from './request-routes.ts';
import type { RouteShape } from './route-types.ts';
import * as activity from './schemas/activity.ts';
import { machinesReport } from './schemas/machines.ts';
import { me } from './schemas/me.ts';
import * as person from './schemas/person.ts';
import { newReport } from './schemas/report.ts';
import { count, time, uuid } from './schemas/primitives.ts';
import { syncAnswer } from './schemas/sync.ts';

const activityErrors = ['activity_not_found', 'activity_expired'] as const;
const markRoute = {
  access: 'person',
  budget: 'write',
  output: activity.marks,
  errors: activityErrors,
} as const;

/**
 * Every call of the HTTP API. A literal path precedes every path with parameters that would also match it. The server mounts
 * this table, the client calls its entries by name, and the OpenAPI document and the authorisation tests are derived from it.
 */
export const routes = {
  homeFeed: {
    ...endpoints.homeFeed,
    summary: 'List the unexpired cruds of all people, newest first',
    access: 'person',
    budget: 'read',
    paged: true,
    snapshot: true,
    output: z.array(activity.activity),
    errors: [],
  },
  notifications: {
    ...endpoints.notifications,
    summary: 'List the viewer’s notifications, newest first',
    access: 'person',
    budget: 'read',
    paged: true,
    snapshot: true,
    output: z.array(activity.notification),
    errors: [],
  },
  markNotificationsRead: {
    ...endpoints.markNotificationsRead,
    summary: 'Mark notifications up to a cursor as read',
    access: 'person',
    budget: 'write',
    body: activity.notificationsRead,
    output: z.object({ unread: count }),
    errors: ['cursor_invalid'],
  },
  search: {
    ...endpoints.search,
    summary: 'Search people, cruds and hashtags',
    access: 'person',
    budget: 'lookup',
    snapshot: true,
    query: z.object({ term: activity.searchTerm }),
    output: activity.searchResult,
    errors: ['search_term_blank', 'search_term_too_long'],
  },
  createActivity: {
    ...endpoints.createActivity,
    summary: 'Create a crud',
    access: 'person',
    budget: 'write',
    operation: true,
    body: activity.newActivity,
    output: activity.activity,
    errors: ['ttl_blank', ...messageErrors],
  },
  profilePage: {
    ...endpoints.profilePage,
    summary: 'Get a profile with its cruds and reposts',
    access: 'optional',
    budget: 'read',
    paged: true,
    snapshot: true,
    output: activity.profilePage,
    errors: ['user_not_found'],
  },
  singlePost: {
    ...endpoints.singlePost,
    summary: 'Get one crud with its replies',
    access: 'optional',
    budget: 'read',
    paged: true,
    snapshot: true,
    output: activity.singlePost,
    errors: activityErrors,
  },
  createReply: {
    ...endpoints.createReply,
    summary: 'Reply to a crud or reply',
    access: 'person',
    budget: 'write',
    operation: true,
    body: activity.newReply,
    output: activity.activity,
    errors: ['activity_uuid_blank', ...messageErrors, ...activityErrors],
  },
  like: {
    ...endpoints.like,
    summary: 'Like a crud',
    ...markRoute,
  },
  unlike: {
    ...endpoints.unlike,
    summary: 'Remove a like',
    ...markRoute,
  },
  repost: {
    ...endpoints.repost,
    summary: 'Repost a crud',
    ...markRoute,
  },
  unrepost: {
    ...endpoints.unrepost,
    summary: 'Remove a repost',
    ...markRoute,
  },
  burnActivity: {
    ...endpoints.burnActivity,
    summary: 'Burn a crud of the viewer, with its replies',
    access: 'person',
    budget: 'write',
    output: z.object({ uuid }),
    errors: ['generic_403', ...activityErrors],
  },
  updateProfile: {
    ...endpoints.updateProfile,
    summary: 'Change the viewer’s display name and bio',
    access: 'person',
    budget: 'write',
    operation: true,
    body: person.profileUpdate,
    output: person.updatedProfile,
    errors: [
      'display_name_blank',
      'display_name_exceed_max_chars_50',
      'display_name_invalid',
      'bio_exceed_max_chars_160',
      ...operationErrors,
    ],
  },
  ...messageRoutes,
  ...blockRoutes,
  ...muteRoutes,
  ...privacyRoutes,
  ...requestRoutes,
  ...accountRoutes,
  ...pushRoutes,
  me: {
    ...endpoints.me,
    summary: 'Get the viewer’s profile and unread counts',
    access: 'person',
    budget: 'read',
    snapshot: true,
    output: me,
    errors: ['handle_taken', 'cognito_user_id_blank'],
  },
  deleteAccount: {
    ...endpoints.deleteAccount,
    summary: 'Delete the viewer’s account and all its content',
    access: 'person',
    budget: 'write',
    allowErased: true,
    allowSuspended: true,
    output: z.object({ deleted: z.literal(true) }),
    errors: ['handle_taken', 'cognito_user_id_blank'],
  },
  suggestedUsers: {
    ...endpoints.suggestedUsers,
    summary: 'List suggested people',
    access: 'person',
    budget: 'read',
    output: z.array(person.shortUser),
    errors: [],
  },
  shortUser: {
    ...endpoints.shortUser,
    summary: 'Find a person by handle',
    access: 'person',
    budget: 'lookup',
    output: person.shortUser,
    errors: ['user_not_found'],
  },
  handleAvailable: {
    ...endpoints.handleAvailable,
    summary: 'Check whether a handle is available',
    access: 'public',
    budget: 'lookup',
    output: z.object({ available: z.boolean() }),
    errors: [],
  },
  trends: {
    ...endpoints.trends,
    summary: 'List the most used hashtags of unexpired cruds',
    access: 'person',
    budget: 'read',
    output: z.array(person.hashtagCount),
    errors: [],
  },
  requestAvatarUpload: {
    ...endpoints.requestAvatarUpload,
    summary: 'Create an upload URL for one PUT of a picture, valid for 300 s',
    access: 'person',
    budget: 'write',
    body: person.avatarUpload,
    output: z.object({ url: z.string() }),
    errors: ['extension_invalid', 'generic_413'],
  },
  endSession: {
    ...endpoints.endSession,
    summary: 'End this session, or all sessions of the viewer',
    access: 'person',
    budget: 'write',
    allowSuspended: true,
    body: z.object({ all: z.nullish(z.boolean()) }),
    output: z.object({ ended: z.literal(true) }),
    errors: [],
  },
  suspension: {
    ...endpoints.suspension,
    summary: 'Get whether the viewer is suspended, and until when; open to suspended people',
    access: 'person',
    budget: 'lookup',
    allowSuspended: true,
    output: z.object({ suspended: z.boolean(), until: z.nullable(time), handle: z.string() }),
    errors: [],
  },
  report: {
    ...endpoints.report,
    summary: 'Report a crud, a message or a person to the operators of the site',
    access: 'person',
    budget: 'lookup',
    body: newReport,
    output: z.object({ uuid }),
    errors: [
      'user_not_found',
      'message_not_found',
      'generic_403',
      'generic_413',
      'too_many_reports',
      ...activityErrors,
    ],
  },
  sync: {
    ...endpoints.sync,
    summary: 'List the events after the given cursors',
    access: 'optional',
    budget: 'sync',
    query: z.object({ public: z.optional(z.string()), me: z.optional(z.string()) }),
    output: syncAnswer,
    errors: ['cursor_invalid'],
  },
  machines: {
    ...endpoints.machines,
    summary: 'Get the state counts of this gateway’s machines, if the configuration allows it',
    access: 'public',
    budget: 'lookup',
    output: machinesReport,
    errors: ['generic_404'],
  },
} as const satisfies Record<string, RouteShape>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;
