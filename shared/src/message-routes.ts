import * as z from 'zod/mini';
import { endpoints } from './endpoints.ts';
import { messageErrors } from './operation-errors.ts';
import type { RouteShape } from './route-types.ts';
import * as message from './schemas/message.ts';
import { uuid } from './schemas/primitives.ts';

/** The calls about conversations and their messages. */
export const messageRoutes = {
  messageGroups: {
    ...endpoints.messageGroups,
    summary: 'List the viewer’s conversations, latest first',
    access: 'person',
    budget: 'read',
    paged: true,
    snapshot: true,
    output: z.array(message.messageGroup),
    errors: [],
  },
  messageLifetime: {
    ...endpoints.messageLifetime,
    summary: 'Get how long the messages of a conversation last',
    access: 'person',
    budget: 'read',
    snapshot: true,
    output: message.conversationLifetime,
    errors: ['message_group_not_found'],
  },
  setMessageLifetime: {
    ...endpoints.setMessageLifetime,
    summary: 'Change how long later messages of a conversation last',
    access: 'person',
    budget: 'write',
    body: message.lifetimeChange,
    output: message.conversationLifetime,
    errors: ['lifetime_invalid', 'message_group_not_found', 'message_not_allowed'],
  },
  messages: {
    ...endpoints.messages,
    summary: 'List a page of a conversation’s messages, oldest first',
    access: 'person',
    budget: 'read',
    paged: true,
    snapshot: true,
    output: z.array(message.directMessage),
    errors: ['message_group_not_found'],
  },
  sendMessage: {
    ...endpoints.sendMessage,
    summary: 'Send a direct message',
    access: 'person',
    budget: 'write',
    operation: true,
    body: message.newMessage,
    output: message.directMessage,
    errors: [
      'message_group_uuid_blank',
      'user_reciever_handle_blank',
      'message_group_not_found',
      'message_expired',
      'message_not_allowed',
      'request_unanswered',
      'too_many_conversations',
      ...messageErrors,
    ],
  },
  unsendMessage: {
    ...endpoints.unsendMessage,
    summary: 'Remove the text of a message of the viewer, for both members, within 24 hours',
    access: 'person',
    budget: 'write',
    output: z.object({ uuid }),
    errors: ['message_not_found', 'message_expired', 'unsend_too_late', 'generic_403'],
  },
  markMessagesRead: {
    ...endpoints.markMessagesRead,
    summary: 'Mark a conversation as read up to a message',
    access: 'person',
    budget: 'write',
    body: message.messageRead,
    output: message.readState,
    errors: ['message_group_not_found'],
  },
} as const satisfies Record<string, RouteShape>;
