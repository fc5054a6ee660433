import type { MePage } from '../api/pages.ts';
import { REFETCH, type CacheReducer } from './cache-reducer.ts';

/** The badges are absolute numbers of the server: said by the event, or asked for again. */
export const meReducer: CacheReducer<MePage> = (page, event, { viewer }) => {
  const { head } = page;
  switch (event.kind) {
    case 'notifications.read':
      return { ...page, head: { ...head, unread: { ...head.unread, notifications: event.data.unread } } };
    case 'profile.updated':
      if (event.data.cognito_user_uuid !== viewer.cognito_id) return page;
      return { ...page, head: { ...head, ...event.data } };
    case 'message.created':
      return event.data.cognito_user_uuid === viewer.cognito_id ? page : REFETCH;
    case 'notification.created':
    case 'messages.erased':
    case 'read.updated':
      return REFETCH;
    default:
      return page;
  }
};
