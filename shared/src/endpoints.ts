import type { Endpoint } from './route-types.ts';

/**
 * Method and path of each call, but for those of the other files of this name. Separate from the route table, because the client's first chunk needs no schemas and those are
 * five times as large. A literal path precedes every path with parameters that would also match it.
 */
export const endpoints = {
  homeFeed: { method: 'GET', path: '/api/activities/home' },
  notifications: { method: 'GET', path: '/api/activities/notifications' },
  markNotificationsRead: { method: 'PUT', path: '/api/activities/notifications/read' },
  search: { method: 'GET', path: '/api/activities/search' },
  createActivity: { method: 'POST', path: '/api/activities' },
  profilePage: { method: 'GET', path: '/api/activities/@{handle}' },
  singlePost: { method: 'GET', path: '/api/activities/@{handle}/status/{activity_uuid}' },
  createReply: { method: 'POST', path: '/api/activities/{activity_uuid}/reply' },
  like: { method: 'PUT', path: '/api/activities/{activity_uuid}/like' },
  unlike: { method: 'DELETE', path: '/api/activities/{activity_uuid}/like' },
  repost: { method: 'PUT', path: '/api/activities/{activity_uuid}/repost' },
  unrepost: { method: 'DELETE', path: '/api/activities/{activity_uuid}/repost' },
  burnActivity: { method: 'DELETE', path: '/api/activities/{activity_uuid}' },
  updateProfile: { method: 'PUT', path: '/api/profile/update' },
  messageGroups: { method: 'GET', path: '/api/message_groups' },
  messages: { method: 'GET', path: '/api/messages/{message_group_uuid}' },
  sendMessage: { method: 'POST', path: '/api/messages' },
  unsendMessage: { method: 'DELETE', path: '/api/messages/{message_uuid}' },
  markMessagesRead: { method: 'PUT', path: '/api/messages/{message_group_uuid}/read' },
  me: { method: 'GET', path: '/api/users/me' },
  deleteAccount: { method: 'DELETE', path: '/api/users/me' },
  suggestedUsers: { method: 'GET', path: '/api/users/suggested' },
  shortUser: { method: 'GET', path: '/api/users/@{handle}/short' },
  handleAvailable: { method: 'GET', path: '/api/users/@{handle}/available' },
  trends: { method: 'GET', path: '/api/trends' },
  requestAvatarUpload: { method: 'POST', path: '/avatars/key_upload' },
  sync: { method: 'GET', path: '/api/sync' },
  machines: { method: 'GET', path: '/api/machines' },
} as const satisfies Record<string, Endpoint>;
